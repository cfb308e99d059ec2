#!/bin/sh
# Writes playground/grpc/descriptors.ts and suites/files/shop.protoset anew: what protoc makes of shop.proto and of the services of gRPC itself. To be run
# after a change of shop.proto; needs the Debian packages protobuf-compiler, libprotobuf-dev and grpc-proto.
set -e
cd "$(dirname "$0")/.."
set_file=$(mktemp)
services="grpc/health/v1/health.proto grpc/reflection/v1/reflection.proto grpc/reflection/v1alpha/reflection.proto"
# shellcheck disable=SC2086 # a list of files
protoc -Iplayground/grpc -I/usr/share/grpc-proto --include_imports --descriptor_set_out="$set_file" shop.proto $services
{
  echo '/** The descriptor set of shop.proto, health checking and reflection, in base64. Made by scripts/describe-playground.sh. */'
  echo 'export const descriptorSet ='
  base64 -w 100 "$set_file" | sed "s/^/  '/; s/\$/' +/; \$s/ +\$//"
} >playground/grpc/descriptors.ts
rm "$set_file"
protoc -Iplayground/grpc --include_imports --descriptor_set_out=suites/files/shop.protoset shop.proto
