import { AwsClient, AwsV4Signer } from 'aws4fetch';
import { trimEnd } from '@/contract/core/text';
import { AppError } from '@/server/core/errors';
import { type ServiceWatch, watchCalls } from '@/server/integrations/health';
import { ServiceError } from '@/server/integrations/service-error';

/** Access to an S3-compatible storage. */
export interface S3Settings {
  endpoint: string;
  bucket: string;
  key: string;
  secret: string;
  region: string;
  /** Base URL of the bucket's `public/` prefix. */
  publicUrl?: string | undefined;
  /** Where browsers reach the storage; uploads and private files pass through this server without it. */
  browserEndpoint?: string | undefined;
}

/** Maximum wait for the response to start. */
export const patienceMs = 20_000;
/** Enough for the largest upload over a slow line. */
export const uploadMs = 120_000;

export interface BucketRequest extends RequestInit {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  query?: Record<string, string>;
  /** Further statuses that are not failures; by default 404 and 416 of a read. */
  expected?: readonly number[];
}

interface SignedAddress {
  method: 'GET' | 'PUT';
  /** Signed headers of an upload: the storage rejects a request with others. */
  headers?: Record<string, string>;
  query?: Record<string, string>;
  signedAt: Date;
  seconds: number;
}

/** A bucket of the S3 protocol: signed requests, and presigned URLs for browsers. */
export interface Bucket {
  name: string;
  ask: (key: string, request: BucketRequest) => Promise<Response>;
  /** Undefined when browsers cannot reach the storage. */
  sign: ((key: string, signed: SignedAddress) => Promise<string>) | undefined;
}

export function openBucket(settings: S3Settings, watch: ServiceWatch | undefined): Bucket {
  const { browserEndpoint, bucket: name } = settings;
  return {
    name,
    ask: watchCalls(watch, 'files', asker(settings)),
    sign: browserEndpoint === undefined ? undefined : addressSigner(settings, browserEndpoint),
  };
}

export const encodeKey = (key: string) => key.split('/').map(encodeURIComponent).join('/');

const baseOf = (endpoint: string, bucket: string) =>
  `${trimEnd(endpoint, '/')}/${encodeURIComponent(bucket)}`;

/** Sends a signed request. Returns success and the expected statuses; anything else is UNAVAILABLE. */
function asker({ endpoint, bucket, key, secret, region }: S3Settings): Bucket['ask'] {
  // Only the client's own `fetch` retries, and it is not used: the uploader decides about retries.
  const signer = new AwsClient({ accessKeyId: key, secretAccessKey: secret, region, service: 's3' });
  const base = baseOf(endpoint, bucket);
  return async (name, { query = {}, expected, ...request }) => {
    const isRead = request.method !== 'PUT' && request.method !== 'POST';
    const known = expected ?? (isRead ? [404, 416] : []);
    // Limits the time to the first byte only: a long file may take longer.
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), isRead ? patienceMs : uploadMs);
    try {
      const asked = new URLSearchParams(query).toString();
      const signed = await signer.sign(`${base}/${encodeKey(name)}${asked && `?${asked}`}`, request);
      const answer = await fetch(signed, { redirect: 'error', signal: control.signal });
      if (answer.ok || known.includes(answer.status)) return answer;
      await answer.body?.cancel();
      throw ServiceError.ofStatus(answer.status);
    } catch (error) {
      throw new AppError('UNAVAILABLE', { cause: ServiceError.of(error) });
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The signature is part of the URL, and the storage checks its expiry by its own clock. */
function addressSigner(settings: S3Settings, endpoint: string): NonNullable<Bucket['sign']> {
  const { bucket, key, secret, region } = settings;
  const base = baseOf(endpoint, bucket);
  return async (name, { method, headers = {}, query = {}, signedAt, seconds }) => {
    const asked = new URLSearchParams({ ...query, 'X-Amz-Expires': String(seconds) });
    const { url } = await new AwsV4Signer({
      method,
      url: `${base}/${encodeKey(name)}?${asked}`,
      headers,
      accessKeyId: key,
      secretAccessKey: secret,
      region,
      service: 's3',
      datetime: signedAt.toISOString().replace(/[:-]|\.\d{3}/g, ''),
      signQuery: true,
      // Signs length and type, too, which are left out by default.
      allHeaders: true,
    }).sign();
    return url.href;
  };
}
