// Images of the messages in view, one at a time and large: arrows, zoom, download.

import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { uiText } from '../../ui/text.ts'
import { lightboxText as t } from './text.ts'
import { makeZoom } from './zoom.ts'

export interface Picture {
  address: string
  name: string
}

interface Props {
  pictures: readonly Picture[]
  start: number
  onClose: () => void
}

export default function Lightbox({ pictures, start, onClose }: Props) {
  const at = useSignal(start)
  const box = useRef<HTMLDialogElement>(null)
  const zoom = useMemo(makeZoom, [])
  const picture = pictures[at.value]!

  useLayoutEffect(() => {
    const dialog = box.current!
    const before = document.activeElement
    dialog.showModal()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  useEffect(zoom.reset, [at.value])

  const go = (step: number) => {
    at.value = Math.min(pictures.length - 1, Math.max(0, at.value + step))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = {
      ArrowLeft: () => go(-1),
      ArrowRight: () => go(1),
      '+': zoom.in,
      '=': zoom.in,
      '-': zoom.out,
      '0': zoom.reset,
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <dialog
      ref={box}
      class="lightbox"
      aria-label={t.title}
      onCancel={onClose}
      onKeyDown={onKeyDown}
    >
      <header>
        <h2 class="cut">{picture.name}</h2>
        {pictures.length > 1 && <span>{t.position(at.value + 1, pictures.length)}</span>}
        <Tools zoom={zoom} picture={picture} onClose={onClose} />
      </header>
      <Frame zoom={zoom} picture={picture} onClose={onClose} />
      {at.value > 0 && (
        <IconButton
          class="icon-button step-back"
          icon="chevron-left"
          label={t.previous}
          keys="←"
          onClick={() => go(-1)}
        />
      )}
      {at.value < pictures.length - 1 && (
        <IconButton
          class="icon-button step-on"
          icon="chevron-right"
          label={t.next}
          keys="→"
          onClick={() => go(1)}
        />
      )}
    </dialog>
  )
}

interface PartProps {
  zoom: ReturnType<typeof makeZoom>
  picture: Picture
  onClose: () => void
}

const Tools = ({ zoom, picture, onClose }: PartProps) => (
  <>
    <IconButton icon="zoom-out" label={t.zoomOut} keys="−" onClick={zoom.out} />
    <IconButton icon="zoom-in" label={t.zoomIn} keys="+" onClick={zoom.in} />
    <a
      class="icon-button"
      href={picture.address}
      download={picture.name}
      aria-label={t.download}
      data-tip={t.download}
    >
      <Icon name="download" />
    </a>
    <a
      class="icon-button"
      href={picture.address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t.openElsewhere}
      data-tip={t.openElsewhere}
    >
      <Icon name="external-link" />
    </a>
    <IconButton autofocus icon="x" label={uiText.close} keys="Esc" onClick={onClose} />
  </>
)

/** The part that is drawn again for each step of zooming. */
function Frame({ zoom, picture, onClose }: PartProps) {
  const { scale, x, y } = zoom.state.value
  const closeBeside = (event: MouseEvent) => {
    if (event.target === event.currentTarget && scale === 1) onClose()
  }
  return (
    <div
      class="frame"
      data-zoomed={scale > 1 || undefined}
      onWheel={zoom.wheel}
      onPointerDown={zoom.down}
      onPointerMove={zoom.move}
      onPointerUp={zoom.up}
      onPointerCancel={zoom.up}
      onDblClick={zoom.double}
      onClick={closeBeside}
    >
      <img
        src={picture.address}
        alt={picture.name}
        draggable={false}
        style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
      />
    </div>
  )
}
