// Pictures that move, and what lies on other sites, in messages.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { paintMoving } from '../../images/painting.ts'
import { browserTests, requireAccessible } from './browser.ts'

const inBrowser = browserTests(test)

const TOPIC = '/#narrow/channel/1-general/topic/lunch'

inBrowser(
  'with less motion wanted a moving picture stands still until its button is pressed',
  async ({ chat, open }) => {
    const gif = new File([new Uint8Array(paintMoving('.gif', 120, 80))], 'waves.gif', {
      type: 'image/gif',
    })
    const { url } = await chat.olga.upload('/user_uploads', gif)
    const id = await chat.olga.say('general', 'lunch', `[waves.gif](${url})`)
    const context = { reducedMotion: 'reduce' } as const
    const page = await open(chat.olga, { path: TOPIC, context })

    const link = page.getByRole('link', { name: 'View image waves.gif' })
    await link.waitFor()
    assert.is(await link.locator('img').isVisible(), false)
    assert.is(await link.locator('canvas').isVisible(), true)
    await requireAccessible(page)
    const play = page.getByRole('button', { name: 'Let waves.gif move' })
    await play.click()
    await link.locator('img').waitFor()
    assert.is(await play.getAttribute('aria-pressed'), 'true')
    await chat.olga.patch(`/messages/${id}`, { content: `[waves.gif](${url}) at sea` })
    await page.getByText('at sea').waitFor()
    await link.locator('img').waitFor()
    await play.click()
    await link.locator('canvas').waitFor()

    const other = await open(chat.olga, { path: TOPIC })
    await other.getByRole('link', { name: 'View image waves.gif' }).locator('img').waitFor()
    assert.is(await other.getByRole('button', { name: 'Let waves.gif move' }).count(), 0)
  },
)

inBrowser(
  'films and sounds of other sites are links, and a picture that cannot be had says so',
  async ({ chat, open, expectProblem }) => {
    // No other site can be reached from a test: the server answers that there is no picture.
    expectProblem(/status \d+: \/external_content\//)
    await chat.olga.say(
      'general',
      'lunch',
      'https://films.example/harbour.mp4 ![bells](https://sounds.example/bells.mp3) https://pictures.example/pier.png',
    )
    const page = await open(chat.olga, { path: TOPIC })

    const film = page.getByRole('link', { name: 'harbour.mp4 Video at films.example' })
    await film.waitFor()
    assert.is(await film.getAttribute('target'), '_blank')
    assert.is(await film.getAttribute('rel'), 'noopener noreferrer')
    await page.getByRole('link', { name: /Sound at sounds\.example/ }).waitFor()
    await page.getByText('The picture at pictures.example could not be loaded').waitFor()
    assert.is(await page.locator('.content :is(video, audio)').count(), 0)
    await requireAccessible(page)
  },
)

test.run()
