// Values that settings of the organization refuse.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { EVERYONE, INTERNET, NOBODY, OWNERS } from '../channels.ts'
import { startChat } from '../chat.ts'
import { settingInSnapshot } from '../settings.ts'

const REFUSED: [name: string, sent: unknown, msg: string][] = [
  ['name', ' ', 'name cannot be blank'],
  ['name', 'x'.repeat(41), 'name is too long (limit: 40 characters)'],
  ['description', 'x'.repeat(1001), 'description is too long (limit: 1000 characters)'],
  ['default_language', 'xx-nowhere', "Invalid language 'xx-nowhere'"],
  ['default_language', '../etc', "Invalid language '../etc'"],
  [
    'default_code_block_language',
    'x'.repeat(41),
    'default_code_block_language is too long (limit: 40 characters)',
  ],
  [
    'welcome_message_custom_text',
    'x'.repeat(8001),
    'welcome_message_custom_text is too long (limit: 8000 characters)',
  ],
  [
    'topics_policy',
    'inherit',
    "Bad value for 'topics_policy': inherit (allowed: allow_empty_topic, disable_empty_topic)",
  ],
  [
    'message_edit_history_visibility_policy',
    'some',
    "Bad value for 'message_edit_history_visibility_policy': some (allowed: all, moves, none)",
  ],
  ['default_avatar_source', 'U', "Bad value for 'default_avatar_source': U (allowed: G, J)"],
  [
    'jitsi_server_url',
    'ftp://a.test',
    'Bad value for \'jitsi_server_url\': ftp://a.test (allowed: "default" or a web address of 200 characters at most)',
  ],
  [
    'jitsi_server_url',
    'nowhere',
    'Bad value for \'jitsi_server_url\': nowhere (allowed: "default" or a web address of 200 characters at most)',
  ],
  [
    'jitsi_server_url',
    `https://a.test/${'x'.repeat(190)}`,
    `Bad value for 'jitsi_server_url': https://a.test/${'x'.repeat(190)} (allowed: "default" or a web address of 200 characters at most)`,
  ],
  ['invite_required', 'True', 'invite_required is not valid JSON'],
  ['invite_required', 1, 'invite_required is not a boolean'],
  ['digest_weekday', 7, "Bad value for 'digest_weekday': 7 (allowed: 0, 1, 2, 3, 4, 5, 6)"],
  ['digest_weekday', -1, "Bad value for 'digest_weekday': -1 (allowed: 0, 1, 2, 3, 4, 5, 6)"],
  ['digest_weekday', 1.5, 'digest_weekday is not an integer'],
  ['gif_rating_policy', 6, "Bad value for 'gif_rating_policy': 6 (allowed: 0, 1, 2, 3, 4, 5)"],
  ['media_preview_size', 120, "Bad value for 'media_preview_size': 120 (allowed: 100, 150, 200)"],
  ['video_chat_provider', 3, "Bad value for 'video_chat_provider': 3 (allowed: 0, 1)"],
  [
    'org_type',
    15,
    "Bad value for 'org_type': 15 (allowed: 0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000)",
  ],
  [
    'waiting_period_threshold',
    -1,
    "Bad value for 'waiting_period_threshold': -1 (allowed: 0 to 36500)",
  ],
  [
    'waiting_period_threshold',
    36_501,
    "Bad value for 'waiting_period_threshold': 36501 (allowed: 0 to 36500)",
  ],
  [
    'message_retention_days',
    0,
    'Bad value for \'message_retention_days\': 0 (allowed: 1 to 2147483647 or "unlimited")',
  ],
  [
    'message_retention_days',
    'forever',
    'Bad value for \'message_retention_days\': forever (allowed: 1 to 2147483647 or "unlimited")',
  ],
  [
    'message_content_edit_limit_seconds',
    0,
    'Bad value for \'message_content_edit_limit_seconds\': 0 (allowed: 1 to 2147483647 or "unlimited")',
  ],
  [
    'message_content_delete_limit_seconds',
    -5,
    'Bad value for \'message_content_delete_limit_seconds\': -5 (allowed: 1 to 2147483647 or "unlimited")',
  ],
  [
    'move_messages_within_stream_limit_seconds',
    2_147_483_648,
    'Bad value for \'move_messages_within_stream_limit_seconds\': 2147483648 (allowed: 1 to 2147483647 or "unlimited")',
  ],
  [
    'move_messages_between_streams_limit_seconds',
    'never',
    'Bad value for \'move_messages_between_streams_limit_seconds\': never (allowed: 1 to 2147483647 or "unlimited")',
  ],
  ['new_stream_announcements_stream_id', 99, 'Invalid channel ID'],
  ['signup_announcements_stream_id', 0, 'Invalid channel ID'],
  ['service_update_announcements_stream_id', -2, 'Invalid channel ID'],
  ['moderation_request_channel_id', 1, 'Moderation request channel must be private.'],
  [
    'authentication_methods',
    { Email: false },
    'At least one authentication method must be enabled.',
  ],
  [
    'authentication_methods',
    { Email: true, GitHub: true },
    'Bad value for \'authentication_methods\': {"Email":true,"GitHub":true} (allowed: Email)',
  ],
  ['authentication_methods', [], 'authentication_methods is not a dictionary'],
  [
    'can_access_all_users_group',
    { new: OWNERS },
    "'can_access_all_users_group' setting cannot be set to 'role:owners' group.",
  ],
  [
    'can_manage_all_groups',
    { new: NOBODY },
    "'can_manage_all_groups' setting cannot be set to 'role:nobody' group.",
  ],
  [
    'can_create_groups',
    { new: EVERYONE },
    "'can_create_groups' setting cannot be set to 'role:everyone' group.",
  ],
  [
    'can_resolve_topics_group',
    { new: INTERNET },
    "'can_resolve_topics_group' setting cannot be set to 'role:internet' group.",
  ],
  ['can_create_groups', { new: 99 }, 'Invalid user group ID: 99'],
  [
    'can_create_groups',
    { new: { direct_members: [99], direct_subgroups: [] } },
    'Invalid user ID: 99',
  ],
  ['can_create_groups', {}, 'can_create_groups["new"] is not an allowed type'],
]

test('an invalid setting is refused by name and changes nothing', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['realm'] })

  for (const [name, sent, msg] of REFUSED) {
    // Another, good setting in the same request must not get through either.
    const answer = await chat.olga.patch('/realm', { digest_emails_enabled: true, [name]: sent })
    assert.is(answer.status, 400, name)
    assert.is(answer.msg, msg)
  }

  assert.equal(await inbox.read(), [])
  assert.is(await settingInSnapshot(chat, 'digest_emails_enabled'), false)
})

test('a setting that the interface does not know is ignored and named', async () => {
  await using chat = await startChat()
  const answer = await chat.olga.patch('/realm', { colour: 'blue' })
  assert.equal(answer.ignored_parameters_unsupported, ['colour'])
})

test.run()
