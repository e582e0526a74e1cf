import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll } from 'vitest';
import type { S3Settings } from '@/server/integrations/files/bucket';

/** The site allowed by the bucket's CORS rules. */
export const allowedSite = 'https://panel.test';

const cors = `<CORSConfiguration><CORSRule><AllowedOrigin>${allowedSite}</AllowedOrigin>
  <AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod><AllowedHeader>content-type</AllowedHeader>
  <ExposeHeader>ETag</ExposeHeader></CORSRule></CORSConfiguration>`;

/** An S3 storage that checks signatures, their expiry, and their owner. */
export interface ObjectStore {
  settings: S3Settings;
  /** Keys of all objects. */
  keys: () => Promise<string[]>;
  /** Number of multipart uploads that are neither joined nor aborted. */
  openUploads: () => Promise<number>;
}

const bucket = 'lavka';
const [key, secret] = ['robot', 'top-secret'];

export function setUpObjectStore(): ObjectStore {
  const store = {} as ObjectStore;
  const folder = mkdtempSync(join(tmpdir(), 'gostiny-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    vhostBuckets: false,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [cors] }],
  });
  completeProtocol(server, folder);
  const plainEncode = globalThis.encodeURIComponent;
  beforeAll(async () => {
    // The server compares signatures without escaping these four signs, which the protocol escapes.
    globalThis.encodeURIComponent = (text) =>
      plainEncode(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
    const account = createRequire(import.meta.url)('@20minutes/s3rver/lib/models/account');
    account.DUMMY_ACCOUNT.createKeyPair(key, secret);
    const { port } = (await server.run()) as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    Object.assign(store, {
      settings: { endpoint, browserEndpoint: endpoint, bucket, key, secret, region: 'ru-central1' },
      keys: () => objectsIn(join(folder, bucket)),
      openUploads: async () => (await readdir(uploadsIn(folder)).catch(() => [])).length,
    });
  });
  afterAll(async () => {
    globalThis.encodeURIComponent = plainEncode;
    server.httpServer?.closeAllConnections();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return store;
}

const uploadsIn = (folder: string) => join(folder, bucket, '._S3rver_uploads');

/** Protocol features that the server lacks: requests without a signature are refused, and uploads can be aborted. */
function completeProtocol(server: S3rver, folder: string): void {
  server.middleware.unshift(async (ctx, next) => {
    const isSigned = 'authorization' in ctx.headers || 'X-Amz-Signature' in ctx.query;
    if (!isSigned && ctx.method !== 'OPTIONS') {
      ctx.status = 403;
      return;
    }
    await next().catch(async (error: Error & { code?: string }) => {
      const id = ctx.query.uploadId;
      // It refuses the method only after it has checked the signature.
      const isAbandoned =
        ctx.method === 'DELETE' && typeof id === 'string' && error.code === 'MethodNotAllowed';
      if (!isAbandoned) throw error;
      await rm(join(uploadsIn(folder), id), { recursive: true, force: true });
      ctx.status = 204;
    });
  });
}

async function objectsIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true });
  return found
    .filter((name) => name.endsWith('._S3rver_object'))
    .map((name) => name.replace(/\._S3rver_object$/, ''))
    .sort();
}
