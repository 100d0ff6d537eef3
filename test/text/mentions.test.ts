// Markdown: mentions and links to conversations.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { renders, rendersInline } from './expect.ts'
import { render } from './organization.ts'

const MIRA = '<span class="user-mention" data-user-id="31">@Mira Okafor</span>'
const SILENT_MIRA = '<span class="user-mention silent" data-user-id="31">Mira Okafor</span>'

test('a user is mentioned by name, in any case', () => {
  rendersInline('@**Mira Okafor**', MIRA)
  rendersInline('@**mira okafor**', MIRA)
  assert.equal(render('@**Mira Okafor** @**Mira Okafor**').mentionedUserIds, [31])
})

test('an ID tells users of one name apart, and the name must then be right', () => {
  rendersInline('@**Sam Twin|42**', '<span class="user-mention" data-user-id="42">@Sam Twin</span>')
  rendersInline('@**|31**', MIRA)
  rendersInline('@**Ben|31**', '@<strong>Ben|31</strong>')
  rendersInline('@**mira okafor|31**', '@<strong>mira okafor|31</strong>')
})

test('names are escaped', () => {
  rendersInline(
    '@**Ben <b> & Co**',
    '<span class="user-mention" data-user-id="32">@Ben &lt;b&gt; &amp; Co</span>',
  )
})

test('a silent mention reaches nobody', () => {
  rendersInline('@_**Mira Okafor|31**', SILENT_MIRA)
  assert.equal(render('@_**Mira Okafor**').mentionedUserIds, [])
})

test('an unknown name is no mention', () => {
  rendersInline('@**Nobody**', '@<strong>Nobody</strong>')
  rendersInline('@*nobody*', '@<em>nobody</em>')
  rendersInline('@****', '@****')
})

test('a mention stands at the start, after space or after an opening character', () => {
  for (const before of ['', ' ', '(', '[', '{', '/', "'", '"']) {
    rendersInline(`a ${before}@**Mira Okafor**, b`, `a ${before}${MIRA}, b`)
  }
  rendersInline('<@**Mira Okafor**>', `&lt;${MIRA}&gt;`)
  rendersInline('me@**Mira Okafor**', 'me@<strong>Mira Okafor</strong>')
  rendersInline('@**Mira Okafor**s', `${MIRA}s`)
})

test('groups are mentioned with one star', () => {
  rendersInline(
    '@*night-shift* @_*night-shift*',
    '<span class="user-group-mention" data-user-group-id="17">@night-shift</span> <span class="user-group-mention silent" data-user-group-id="17">night-shift</span>',
  )
  rendersInline(
    '@_*role:moderators* @*role:moderators*',
    '<span class="user-group-mention silent" data-user-group-id="3">Moderators</span> <span class="user-group-mention" data-user-group-id="3">@Moderators</span>',
  )
  assert.equal(render('@*night-shift* @_*role:moderators*').mentionedGroupIds, [17])
  assert.equal(render('@*role:moderators*').mentionedGroupIds, [3])
})

test('everybody in the channel and everybody in the topic', () => {
  for (const word of ['all', 'everyone', 'channel', 'stream']) {
    rendersInline(
      `@**${word}** @_**${word}**`,
      `<span class="user-mention channel-wildcard-mention" data-user-id="*">@${word}</span> <span class="user-mention channel-wildcard-mention silent" data-user-id="*">${word}</span>`,
    )
    assert.is(render(`@**${word}**`).hasChannelWildcard, true)
    assert.is(render(`@_**${word}**`).hasChannelWildcard, false)
  }
  rendersInline(
    '@**topic** @_**topic**',
    '<span class="topic-mention">@topic</span> <span class="topic-mention silent">topic</span>',
  )
  assert.is(render('@**topic**').hasTopicWildcard, true)
  assert.is(render('@_**topic**').hasTopicWildcard, false)
  rendersInline('@**All**', '@<strong>All</strong>')
})

test('those who have left are mentioned silently', () => {
  rendersInline(
    '@**Lea Gone**',
    '<span class="user-mention silent" data-user-id="33">Lea Gone</span>',
  )
  rendersInline(
    '@*day-shift*',
    '<span class="user-group-mention silent" data-user-group-id="18">day-shift</span>',
  )
  const { mentionedUserIds, mentionedGroupIds } = render('@**Lea Gone** @*day-shift*')
  assert.equal([mentionedUserIds, mentionedGroupIds], [[], []])
})

test('quotes silence mentions, at any depth and of either kind', () => {
  const everyone = '@**Mira Okafor** @*night-shift* @**all** @**topic**'
  for (const source of [
    `> ${everyone}`,
    `\`\`\`quote\n* ${everyone}\n\`\`\``,
    `* > > ${everyone}`,
  ]) {
    const rendered = render(source)
    assert.equal(rendered.mentionedUserIds, [])
    assert.equal(rendered.mentionedGroupIds, [])
    assert.is(rendered.hasChannelWildcard, false)
    assert.is(rendered.hasTopicWildcard, false)
    assert.is(rendered.html.match(/silent/g)?.length, 4)
  }
})

test('spoilers do not silence mentions', () => {
  assert.equal(render('```spoiler @**Mira Okafor**\n@*night-shift*\n```').mentionedUserIds, [31])
  assert.equal(render('```spoiler a\n@*night-shift*\n```').mentionedGroupIds, [17])
})

test('code and formulas mention nobody', () => {
  for (const source of ['`@**all**`', '```\n@**all**\n```', '$$@**all**$$', '    @**all**']) {
    assert.is(render(source).hasChannelWildcard, false, source)
  }
})

test('the organization is asked only for names that occur', () => {
  const asked: string[] = []
  const note = (what: string) => (name: unknown) => {
    asked.push(`${what} ${name}`)
    return undefined
  }
  render(
    'a @**Mira** @*shift* #**lab>x** :tree: `@**no**` x@**no** /user_uploads/1/ab/no',
    {},
    {
      userByName: note('user'),
      groupByName: note('group'),
      channelByName: note('channel'),
      realmEmoji: note('emoji'),
      upload: note('upload'),
    },
  )
  assert.equal(asked, ['user Mira', 'group shift', 'channel lab', 'channel lab>x', 'emoji tree'])
})

test('a mention beside punctuation and in emphasis', () => {
  rendersInline(`"@**Mira Okafor**"?! (@_**Mira Okafor**)`, `"${MIRA}"?! (${SILENT_MIRA})`)
  rendersInline('**see @**Mira Okafor** now**', `<strong>see ${MIRA} now</strong>`)
  renders(
    '* @**Mira Okafor**:\n  * @**all**',
    `<ul>\n<li>${MIRA}:<ul>\n<li><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span></li>\n</ul>\n</li>\n</ul>`,
  )
})

test.run()
