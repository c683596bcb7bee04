import code from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendReq, BatchAppendReq, ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, status as codes, type ServiceError } from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { ModelAppend, ModelExpected, Proposed, Recorded } from './model.js';

/** A gRPC failure as the server sends it; `exception` and the rest travel as trailers. */
export function failure(code: codes, details: string, trailers: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export function streamDeleted(stream: string): ServiceError {
  const trailers = { exception: 'stream-deleted', 'stream-name': stream };
  return failure(codes.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, trailers);
}

export function tooLarge(limit: number): ServiceError {
  const trailers = { exception: 'maximum-append-size-exceeded', 'maximum-append-size': String(limit) };
  return failure(codes.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, trailers);
}

export function notLeader(host: string, port: number): ServiceError {
  const trailers = { exception: 'not-leader', 'leader-endpoint-host': host, 'leader-endpoint-port': String(port) };
  return failure(codes.NOT_FOUND, `Leader info available. Leader endpoint: ${host}:${port}.`, trailers);
}

export function nameOf(identifier: { getStreamName_asU8(): Uint8Array } | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

type RevisionOptions = {
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
  hasAny(): boolean;
};

export function expectedOf(options: RevisionOptions, revision: () => string): ModelExpected {
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  return options.hasAny() ? 'any' : BigInt(revision());
}

export function proposedOf(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): Proposed {
  const metadata = message.getMetadataMap();
  return {
    id: message.getId()?.getString() ?? '',
    type: metadata.get('type') ?? '',
    contentType: metadata.get('content-type') ?? 'application/octet-stream',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function appendResponse(
  result: ModelAppend & { kind: 'ok' | 'wrong' },
): InstanceType<typeof streams.AppendResp> {
  const response = new streams.AppendResp();
  if (result.kind === 'wrong') {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (result.current === null) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(result.current));
    return response.setWrongExpectedVersion(wrong);
  }
  const position = new streams.AppendResp.Position();
  position.setCommitPosition(String(result.position)).setPreparePosition(String(result.position));
  const success = new streams.AppendResp.Success();
  return response.setSuccess(success.setCurrentRevision(String(result.revision)).setPosition(position));
}

export function batchResponse(
  stream: string,
  correlation: InstanceType<typeof shared.UUID> | undefined,
  result: ModelAppend,
): InstanceType<typeof streams.BatchAppendResp> {
  const identifier = new shared.StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(stream)));
  const response = new streams.BatchAppendResp().setCorrelationId(correlation).setStreamIdentifier(identifier);
  if (result.kind !== 'ok') return response.setError(batchError(stream, result));
  const position = new shared.AllStreamPosition();
  position.setCommitPosition(String(result.position)).setPreparePosition(String(result.position));
  const success = new streams.BatchAppendResp.Success();
  return response.setSuccess(success.setCurrentRevision(String(result.revision)).setPosition(position));
}

function batchError(stream: string, result: ModelAppend): InstanceType<typeof status.Status> {
  const details = new any.Any();
  if (result.kind === 'wrong') {
    const wrong = new shared.WrongExpectedVersion();
    if (result.current === null) wrong.setCurrentNoStream(new empty.Empty());
    else wrong.setCurrentStreamRevision(String(result.current));
    details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  } else if (result.kind === 'deleted') {
    const deleted = new shared.StreamDeleted();
    deleted.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(stream))));
    details.pack(deleted.serializeBinary(), 'event_store.client.StreamDeleted');
  } else {
    const exceeded = new shared.MaximumAppendSizeExceeded().setMaxappendsize(1_048_576);
    details.pack(exceeded.serializeBinary(), 'event_store.client.MaximumAppendSizeExceeded');
  }
  return new status.Status().setCode(code.Code.UNKNOWN).setMessage(result.kind).setDetails(details);
}

export function eventResponse(event: Recorded): InstanceType<typeof streams.ReadResp> {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(new shared.UUID().setString(event.id));
  recorded.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(event.stream))));
  recorded.setStreamRevision(String(event.revision));
  recorded.setCommitPosition(String(event.position)).setPreparePosition(String(event.position));
  recorded.setData(event.data).setCustomMetadata(event.metadata);
  recorded.getMetadataMap().set('type', event.type).set('content-type', event.contentType).set('created', '0');
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(event.position));
  return new streams.ReadResp().setEvent(read);
}

export function streamNotFound(stream: string): InstanceType<typeof streams.ReadResp> {
  const identifier = new shared.StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(stream)));
  return new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier),
  );
}

export function confirmation(id: string): InstanceType<typeof streams.ReadResp> {
  const confirmed = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id);
  return new streams.ReadResp().setConfirmation(confirmed);
}

export function checkpoint(position: bigint): InstanceType<typeof streams.ReadResp> {
  const at = new streams.ReadResp.Checkpoint();
  at.setCommitPosition(String(position)).setPreparePosition(String(position));
  return new streams.ReadResp().setCheckpoint(at);
}

export function caughtUp(): InstanceType<typeof streams.ReadResp> {
  return new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());
}

/** The test of a filtered read. */
export function filterOf(options: ReadReq.Options): (event: Recorded) => boolean {
  const filter = options.getFilter();
  if (filter === undefined) return () => true;
  const onStream = filter.hasStreamIdentifier();
  const expression = onStream ? filter.getStreamIdentifier() : filter.getEventType();
  const regex = expression?.getRegex() ? new RegExp(expression.getRegex()) : null;
  const prefixes = expression?.getPrefixList() ?? [];
  return (event) => {
    const text = onStream ? event.stream : event.type;
    return regex === null ? prefixes.some((prefix) => text.startsWith(prefix)) : regex.test(text);
  };
}
