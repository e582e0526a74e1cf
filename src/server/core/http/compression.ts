import { constants } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';

/**
 * Responses only, but no pictures, which are compressed already. Request bodies are not decompressed, so a ZIP bomb
 * stays small.
 */
export const compression = {
  threshold: 1024,
  encodings: ['br', 'gzip'],
  // A page of a list is compressed synchronously, faster than a stream starts; the result is 3 % larger than with the
  // defaults.
  syncThreshold: 128 * 1024,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  zlibOptions: { level: 3 },
  globalDecompression: false,
} satisfies FastifyCompressOptions;
