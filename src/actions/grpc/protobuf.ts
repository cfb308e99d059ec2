import protobuf from 'protobufjs'
import descriptors from 'protobufjs/ext/descriptor.js'
import json from 'protobufjs/ext/protojson.js'

/** Protocol Buffers: reading `.proto` files, messages as bytes. */
export { protobuf }

/** The messages of `google/protobuf/descriptor.proto`, which describe other messages. */
export { descriptors }

/** The canonical JSON form of messages (https://protobuf.dev/programming-guides/json). */
export { json as protoJson }
