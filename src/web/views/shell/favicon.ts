// The icon of the window with a dot when something is unread.

let plain: string | undefined

export function drawFavicon(dotted: boolean) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  plain ??= link.href
  if (!dotted) {
    link.href = plain
    return
  }
  const image = new Image()
  image.onload = () => {
    link.href = withDot(image) ?? plain!
  }
  image.src = plain
}

function withDot(image: HTMLImageElement): string | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = 64
  canvas.height = 64
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.drawImage(image, 0, 0, 64, 64)
  pen.beginPath()
  pen.arc(48, 16, 15, 0, 2 * Math.PI)
  pen.fillStyle = '#1f6fd6'
  pen.fill()
  pen.lineWidth = 4
  pen.strokeStyle = '#ffffff'
  pen.stroke()
  return canvas.toDataURL('image/png')
}
