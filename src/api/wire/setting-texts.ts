// What each setting and permission means, for the description of the interface.

import type { OrganizationPermission } from '../../domain/access/permissions.ts'
import type { ChannelPermission } from '../../domain/channels/channel-permissions.ts'
import type { OrganizationSettingName } from '../../domain/organization/organization-settings.ts'
import type { UserSettingName } from '../../domain/users/user-settings.ts'

/** Personal settings. Many are kept for clients alone, so that all clients of a person agree. */
export const USER_SETTING_TEXTS: Record<UserSettingName, string> = {
  web_escape_navigates_to_home_view: 'Whether the Escape key leads to the home view.',
  web_navigate_to_sent_message: 'Whether the view follows to a message that was just sent.',
  web_suggest_update_timezone: 'Whether the web client suggests the time zone of the browser.',
  web_left_sidebar_show_channel_folders: 'Whether the sidebar groups channels by folder.',
  web_inbox_show_channel_folders: 'Whether the inbox groups channels by folder.',
  web_left_sidebar_unreads_count_summary: 'Whether the sidebar shows sums of unread messages.',
  starred_message_counts: 'Whether the number of starred messages is shown.',
  display_emoji_reaction_users: 'Whether reactions name people where there are few.',
  enable_drafts_synchronization: 'Whether drafts are kept on the server.',
  receives_typing_notifications: 'Whether clients are told when others type.',
  send_stream_typing_notifications: 'Whether others see the user type in channels.',
  send_private_typing_notifications: 'Whether others see the user type direct messages.',
  send_read_receipts: 'Whether others see which messages the user has read.',
  presence_enabled: 'Whether others see when the user is active.',
  enable_desktop_notifications: 'Desktop notifications for direct messages and mentions.',
  enable_sounds: 'A sound for direct messages and mentions.',
  pm_content_in_desktop_notifications: 'Whether desktop notifications show direct messages.',
  enable_offline_email_notifications: 'E-mail for direct messages and mentions while away.',
  enable_offline_push_notifications: 'Push notifications for direct messages and mentions.',
  enable_online_push_notifications: 'Push notifications while active as well.',
  wildcard_mentions_notify: 'Whether mentions of everyone count as mentions of the user.',
  enable_followed_topic_desktop_notifications: 'Desktop notifications for followed topics.',
  enable_followed_topic_email_notifications: 'E-mail for followed topics while away.',
  enable_followed_topic_push_notifications: 'Push notifications for followed topics.',
  enable_followed_topic_audible_notifications: 'A sound for followed topics.',
  enable_followed_topic_wildcard_mentions_notify:
    'Whether mentions of everyone in followed topics count as mentions of the user.',
  message_content_in_email_notifications: 'Whether e-mail shows the messages it is about.',
  automatically_follow_topics_where_mentioned: 'Whether a mention makes the user follow the topic.',
  enable_digest_emails: 'Whether to mail a digest after a time away.',
  enable_login_emails: 'Whether to mail about logins from new devices.',
  enable_marketing_emails: 'Whether to mail news about the service.',
  twenty_four_hour_time: 'Whether times are shown in 24 hours.',
  enter_sends: 'Whether the Enter key sends a message.',
  translate_emoticons: 'Whether emoticons such as ":)" become emoji in messages.',
  high_contrast_mode: 'Whether clients use stronger contrasts.',
  fluid_layout_width: 'Whether the web client uses the whole width of the window.',
  left_side_userlist: 'Whether the list of users stands on the left.',
  hide_ai_features: 'Whether clients hide features that use language models.',
  enable_stream_desktop_notifications: 'Desktop notifications for all channel messages.',
  enable_stream_email_notifications: 'E-mail for all channel messages while away.',
  enable_stream_push_notifications: 'Push notifications for all channel messages.',
  enable_stream_audible_notifications: 'A sound for all channel messages.',
  allow_private_data_export: 'Whether administrators may export the private data of the user.',
  default_language: 'The language of clients, such as "en" or "de".',
  emojiset: 'Which pictures emoji have.',
  web_home_view: 'The view the web client opens with.',
  web_animate_image_previews: 'When animated images move in messages.',
  resolved_topic_notice_auto_read_policy:
    'In which topics the notice that a topic was resolved arrives read.',
  notification_sound: 'The sound of notifications; "none" for silence.',
  color_scheme: '1 follows the system, 2 dark, 3 light.',
  web_font_size_px: 'The size of letters in the web client, in pixels.',
  web_line_height_percent: 'The height of lines in the web client, in percent of the letters.',
  web_mark_read_on_scroll_policy:
    'Whether scrolling marks messages as read: 1 always, 2 in conversations, 3 never.',
  web_channel_default_view:
    'What a click on a channel opens: 1 its top topic, 2 all its messages, 3 its topics, 4 its top unread topic.',
  web_stream_unreads_count_display_policy:
    'Which channels show how much is unread: 1 all, 2 those that are not muted, 3 none.',
  demote_inactive_streams:
    'Whether channels without recent messages stand last: 1 where there are many, 2 always, 3 never.',
  user_list_style: 'The list of users: 1 names, 2 with status, 3 with status and pictures.',
  desktop_icon_count_display:
    'What the number at the icon counts: 1 all unread messages, 2 direct messages, mentions and followed topics, 3 direct messages and mentions, 4 nothing.',
  realm_name_in_email_notifications_policy:
    "Whether subjects of e-mail hold the organization's name: 1 where the user has several, 2 always, 3 never.",
  automatically_follow_topics_policy:
    'What makes the user follow a topic: 1 taking part, 2 sending, 3 starting it, 4 nothing.',
  automatically_unmute_topics_in_muted_streams_policy:
    'What unmutes a topic in a muted channel: 1 taking part, 2 sending, 3 starting it, 4 nothing.',
  email_notifications_batching_period_seconds:
    'How long messages are gathered before they are mailed.',
  email_address_visibility:
    'Who sees the real e-mail address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators.',
}

/** The settings of the organization. */
export const ORGANIZATION_SETTING_TEXTS: Record<OrganizationSettingName, string> = {
  name: 'The name of the organization.',
  description: 'What the organization is, in Markdown.',
  default_language: 'The language of notices, and of new accounts.',
  default_code_block_language: 'The language of code blocks that name none; "" for plain text.',
  welcome_message_custom_text: 'What Welcome Bot adds to its first message to new accounts.',
  topics_policy: 'Whether channels that follow the organization take messages without a topic.',
  message_edit_history_visibility_policy:
    'Which changes of messages are shown: all, only moves, or none.',
  default_avatar_source: 'The pictures of new accounts: J generated here, G from Gravatar.',
  jitsi_server_url: 'The server of video calls; "default" for the one the service suggests.',
  allow_message_editing: 'Whether people may edit their messages.',
  disallow_disposable_email_addresses: 'Whether addresses at throw-away providers are refused.',
  enable_guest_user_dm_warning: 'Whether clients warn before a direct message to a guest.',
  enable_guest_user_indicator: 'Whether clients mark guests by their name.',
  inline_image_preview: 'Whether messages show images they link to.',
  invite_required: 'Whether people need an invitation to join.',
  message_content_allowed_in_email_notifications: 'Whether e-mail may show messages.',
  send_welcome_emails: 'Whether new accounts are mailed a welcome.',
  avatar_changes_disabled: 'Whether only administrators change pictures of people.',
  name_changes_disabled: 'Whether only administrators change names.',
  email_changes_disabled: 'Whether only administrators change e-mail addresses.',
  digest_emails_enabled: 'Whether digests are mailed to people who were away.',
  emails_restricted_to_domains: 'Whether only addresses of the listed domains may join.',
  enable_read_receipts: 'Whether people see who has read a message.',
  enable_spectator_access: 'Whether visitors without an account see web-public channels.',
  inline_url_embed_preview: 'Whether messages show previews of websites they link to.',
  require_e2ee_push_notifications: 'Whether push notifications must be encrypted.',
  require_unique_names: 'Whether no two accounts may have the same name.',
  send_channel_events_messages: 'Whether changes of a channel are announced in it.',
  want_advertise_in_communities_directory: 'Whether the organization may be listed publicly.',
  digest_weekday: 'The day of digests: 0 Monday to 6 Sunday.',
  gif_rating_policy: 'Which GIFs clients offer: 0 none, 1 Y, 2 G, 3 PG, 4 PG-13, 5 R.',
  media_preview_size: 'The height of previews in messages, in pixels.',
  message_retention_days: 'Days until messages are deleted, or "unlimited".',
  video_chat_provider:
    'The service of video calls: 0 none, 1 Jitsi, 4 BigBlueButton; those that this server offers.',
  waiting_period_threshold: 'The age of an account in days from which it is a full member.',
  org_type: 'What kind of organization this is, as a number of the list clients have.',
  message_content_edit_limit_seconds: 'How long messages can be edited, or "unlimited".',
  message_content_delete_limit_seconds:
    'How long people can delete their own messages, or "unlimited".',
  move_messages_between_streams_limit_seconds:
    'How long messages can be moved between channels, or "unlimited".',
  move_messages_within_stream_limit_seconds:
    'How long messages can be moved between topics, or "unlimited".',
  moderation_request_channel_id: 'The private channel that reports go to; -1 for none.',
  new_stream_announcements_stream_id:
    'The channel that new channels are announced in; -1 for none.',
  signup_announcements_stream_id: 'The channel that new accounts are announced in; -1 for none.',
  service_update_announcements_stream_id:
    'The channel that news of the service are announced in; -1 for none.',
}

/** What each permission of the organization allows its holders. */
export const ORGANIZATION_PERMISSION_TEXTS: Record<OrganizationPermission, string> = {
  can_access_all_users_group: 'Who sees all users; guests outside it see only people they meet.',
  can_add_custom_emoji_group: 'Who adds custom emoji.',
  can_add_subscribers_group: 'Who subscribes others to channels.',
  can_create_bots_group: 'Who creates bots of any type.',
  can_create_groups: 'Who creates user groups.',
  can_create_private_channel_group: 'Who creates private channels.',
  can_create_public_channel_group: 'Who creates public channels.',
  can_create_web_public_channel_group: 'Who creates web-public channels.',
  can_create_write_only_bots_group: 'Who creates incoming-webhook bots.',
  can_delete_any_message_group: "Who deletes anyone's messages.",
  can_delete_own_message_group: 'Who deletes their own messages.',
  can_invite_users_group: 'Who invites people by e-mail address.',
  can_manage_all_groups: 'Who manages all user groups.',
  can_manage_billing_group: 'Who manages billing; kept for clients alone.',
  can_mention_many_users_group: 'Who mentions everyone in large channels and topics.',
  can_move_messages_between_channels_group: 'Who moves messages between channels.',
  can_move_messages_between_topics_group: 'Who moves messages between topics.',
  can_resolve_topics_group: 'Who resolves topics.',
  can_set_delete_message_policy_group: 'Who sets the delete permissions of channels.',
  can_set_topics_policy_group: 'Who sets whether a channel takes messages without a topic.',
  can_summarize_topics_group: 'Who has topics summarized; kept for clients alone.',
  create_multiuse_invite_group: 'Who creates invitation links.',
  direct_message_initiator_group: 'Who starts conversations of direct messages.',
  direct_message_permission_group: 'Who must take part in each conversation of direct messages.',
  workplace_users_group: 'The users that billing counts; kept for clients alone.',
}

/** What each permission within a channel allows its holders. */
export const CHANNEL_PERMISSION_TEXTS: Record<ChannelPermission, string> = {
  can_add_subscribers_group: 'Who subscribes others to the channel.',
  can_administer_channel_group: 'Who changes the channel.',
  can_create_topic_group: 'Who starts new topics.',
  can_delete_any_message_group: "Who deletes anyone's messages.",
  can_delete_own_message_group: 'Who deletes their own messages.',
  can_move_messages_out_of_channel_group: 'Who moves messages to other channels.',
  can_move_messages_within_channel_group: 'Who moves messages between topics.',
  can_remove_subscribers_group: 'Who unsubscribes others.',
  can_resolve_topics_group: 'Who resolves topics.',
  can_send_message_group: 'Who posts.',
  can_subscribe_group: 'Who may subscribe, also where the channel is private.',
}

/** What each permission about a user group allows its holders. */
export const GROUP_PERMISSION_TEXTS = {
  can_add_members_group: 'Who adds others to the group.',
  can_join_group: 'Who joins the group.',
  can_leave_group: 'Who leaves the group.',
  can_manage_group: 'Who changes the group and its members.',
  can_mention_group: 'Who mentions the group.',
  can_remove_members_group: 'Who removes others from the group.',
}
