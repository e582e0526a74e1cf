import type { Attachment } from '@/contract/core/define';
import type { BegunUpload } from '@/contract/core/files/direct-upload';
import { ClientError, clientCodes } from './errors';
import type { Request } from './http';

type Ask = <T>(config: Request) => Promise<T>;

/** Attempts for a part whose transfer fails. */
const tries = 3;
const pauseMs = 1000;

/** The storage could not be reached: its address is wrong, or its CORS rules do not allow this site. */
export class UnreachableStorage extends Error {}

/**
 * Uploads files directly to the storage, one after another, and lets the API make attachments of them. Throws
 * UnreachableStorage if nothing could be sent: the files may then go through the API.
 */
export async function uploadDirectly(
  files: File[],
  ask: Ask,
  onProgress: (percent: number) => void,
): Promise<Attachment[]> {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  const made: Attachment[] = [];
  let before = 0;
  for (const file of files) {
    const onSent = (sent: number) => onProgress(Math.round(((before + sent) / Math.max(all, 1)) * 100));
    const body = { name: file.name.slice(0, 200), size: file.size };
    const { id, parts } = await ask<BegunUpload>({ method: 'post', url: 'attachments/direct', data: body });
    const tags = await sendParts(file, parts, { onSent, isFirst: made.length === 0 });
    made.push(
      ...(await ask<Attachment[]>({ method: 'post', url: `attachments/direct/${id}`, data: { tags } })),
    );
    before += file.size;
  }
  return made;
}

async function sendParts(
  file: File,
  parts: BegunUpload['parts'],
  { onSent, isFirst }: { onSent: (sent: number) => void; isFirst: boolean },
): Promise<string[]> {
  const tags: string[] = [];
  let from = 0;
  for (const { address, size } of parts) {
    const content = file.slice(from, from + size);
    const start = from;
    const sent = await sendPart(address, content, (bytes) => onSent(start + bytes));
    // Without access to its ETag a part cannot be joined.
    const isUsable = sent.status !== 0 && (parts.length === 1 || sent.tag !== '' || sent.status !== 200);
    if (!isUsable && isFirst && from === 0) throw new UnreachableStorage();
    if (sent.status === 0) throw new ClientError(clientCodes.network, { message: 'The storage is away' });
    if (sent.status !== 200) throw new ClientError('UNAVAILABLE', { status: 503 });
    tags.push(sent.tag);
    from += size;
  }
  return parts.length > 1 ? tags : [];
}

interface Sent {
  /** 0 without a response. */
  status: number;
  tag: string;
}

async function sendPart(address: string, content: Blob, onSent: (bytes: number) => void): Promise<Sent> {
  let sent: Sent = { status: 0, tag: '' };
  for (let turn = 1; turn <= tries; turn += 1) {
    sent = await put(address, content, onSent);
    if (sent.status !== 0 && sent.status < 500) return sent;
    if (turn < tries) await new Promise((resolve) => setTimeout(resolve, turn * pauseMs));
  }
  return sent;
}

/**
 * Not with the API client: the storage must not receive the session, and only XMLHttpRequest reports upload progress.
 */
function put(address: string, content: Blob, onSent: (bytes: number) => void): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('PUT', address);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => resolve({ status: request.status, tag: request.getResponseHeader('ETag') ?? '' });
    request.onerror = () => resolve({ status: 0, tag: '' });
    request.send(content);
  });
}
