// Prints what zulip-js hears, one event a line, until it is stopped: its loop has no end of its own.
// Usage: javascript-listener.ts CONFIG TYPES, both JSON

import { connect } from './javascript.ts'

const [config = '', types = ''] = process.argv.slice(2)
const client = await connect(JSON.parse(config))
client.callOnEachEvent((event: object) => console.log(JSON.stringify(event)), JSON.parse(types))
