"""A bot written with the Python client. Says in lines of JSON what it does and receives; does what
lines of JSON on standard input ask for."""

import json
import sys
import threading

import zulip

client = zulip.Client(config_file=sys.argv[1], client="interop-bot")
lock = threading.Lock()


def tell(what, value):
    with lock:
        print(json.dumps({what: value}), flush=True)


register = client.register


def register_and_tell(*args, **kwargs):
    answer = register(*args, **kwargs)
    tell("registered", answer["result"])
    return answer


client.register = register_and_tell


def run(function, *args):
    threading.Thread(target=function, args=args, daemon=True).start()


run(client.call_on_each_message, lambda message: tell("message", message))
run(client.call_on_each_event, lambda event: tell("event", event), ["subscription", "realm_user"])

for line in sys.stdin:
    name, argument = json.loads(line)
    method = getattr(client, name)
    tell("answer", method() if argument is None else method(argument))
