import { expect, it } from 'vitest';
import { readEnv } from '@/server/core/env';
import { contentPolicy } from '@/server/core/web/content-policy';

const s3 = { S3_ENDPOINT: 'http://storage:9000', S3_BUCKET: 'b', S3_KEY: 'k', S3_SECRET: 's' };

/** Where pictures may come from with these settings. */
function picturesWith(given: Record<string, string>): string {
  const { browserApiUrl: apiUrl, s3: storage, pictureOrigins } = readEnv(given);
  const policy = contentPolicy({ dev: false, apiUrl, storageUrl: storage?.browserEndpoint, pictureOrigins });
  return /img-src ([^;]*)/.exec(policy)?.[1] ?? '';
}

it.each([
  ['no settings', {}, ''],
  ['a storage that only this server reaches', s3, ''],
  [
    'a public address of the storage',
    { ...s3, S3_PUBLIC_URL: 'https://cdn.test/shop/' },
    ' https://cdn.test',
  ],
  [
    'a storage that browsers reach',
    { ...s3, S3_BROWSER_ENDPOINT: 'https://s3.test:9000', S3_PUBLIC_URL: 'https://cdn.test' },
    ' https://s3.test:9000 https://cdn.test',
  ],
  ['another server', { NEXT_PUBLIC_REST_API_ENDPOINT: 'https://api.test/rest' }, ' https://api.test'],
  [
    'another server with a storage of its own',
    {
      NEXT_PUBLIC_REST_API_ENDPOINT: 'https://api.test/rest',
      IMAGE_ORIGINS: 'https://one.test/a, http://two.test:8080',
    },
    ' https://api.test https://one.test http://two.test:8080',
  ],
  [
    'the panel alone in front of our API',
    { NEXT_PUBLIC_REST_API_ENDPOINT: 'https://api.test/admin/rest', S3_PUBLIC_URL: 'https://cdn.test' },
    ' https://api.test https://cdn.test',
  ],
  [
    'the same host twice',
    { ...s3, S3_PUBLIC_URL: 'https://cdn.test', IMAGE_ORIGINS: 'https://cdn.test' },
    ' https://cdn.test',
  ],
  ['a map, which has its own frame', { MAPS_KEY: 'key' }, ''],
])(
  'with %s pages show pictures from there and from nowhere else',
  (_what, env: Record<string, string>, more) => {
    expect(picturesWith(env)).toBe(`'self' data: blob:${more}`);
  },
);

it.each([
  '*',
  'https:',
  'cdn.test',
  'https://*.test',
  "https://a.test 'unsafe-inline'",
  'javascript:alert(1)',
])('refuses %j as an origin of pictures', (origin) => {
  expect(() => readEnv({ IMAGE_ORIGINS: origin })).toThrow('IMAGE_ORIGINS must be addresses');
});
