"""zulip-run-bot as it is; it also says when the bot listens."""

import zulip
import zulip_bots.run

register = zulip.Client.register


def register_and_say(self, *args, **kwargs):
    answer = register(self, *args, **kwargs)
    print("listening", flush=True)
    return answer


zulip.Client.register = register_and_say
zulip_bots.run.main()
