import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, toAppError } from '../errors';
import { incomingDir } from '../files/incoming';

interface FormLimits {
  /** Per file, in bytes. */
  fileSize: number;
  files: number;
}

/** Size of a form without its files: fields, boundaries, headers. */
const maxOverhead = 1024 * 1024;
const maxFields = 10;
const maxFieldBytes = 1000;

export interface UploadedForm {
  /** Path of the file; undefined when the form has none. */
  path: string | undefined;
  name: string;
  fields: Record<string, string>;
}

/**
 * Reads a form with one file, stored under a generated name in a private folder until `use` has ended. Throws
 * BAD_REQUEST for a malformed form and PAYLOAD_TOO_LARGE.
 */
export async function withUpload<Answer>(
  { dataDir, request }: { dataDir: string; request: FastifyRequest },
  fileSize: number,
  use: (form: UploadedForm) => Promise<Answer>,
): Promise<Answer> {
  const form: UploadedForm = { path: undefined, name: '', fields: {} };
  try {
    for await (const part of partsOf(request, { fileSize, files: 1 })) {
      if (part.type === 'field') form.fields[part.fieldname] = String(part.value);
      else {
        form.path = await newPath(dataDir);
        form.name = part.filename;
        await save(part, form.path);
      }
    }
    return await use(form);
  } finally {
    if (form.path !== undefined) await rm(form.path, { force: true });
  }
}

/** The files of a form, one on disk at a time. Throws as `withUpload` does. */
export async function* uploadedFiles(
  { dataDir, request }: { dataDir: string; request: FastifyRequest },
  limits: FormLimits,
): AsyncGenerator<{ name: string; path: string }> {
  for await (const part of partsOf(request, limits)) {
    if (part.type === 'field') continue;
    const path = await newPath(dataDir);
    try {
      await save(part, path);
      yield { name: part.filename, path };
    } finally {
      await rm(path, { force: true });
    }
  }
}

async function* partsOf(request: FastifyRequest, limits: FormLimits): AsyncGenerator<Multipart> {
  if (!request.isMultipart()) throw new AppError('BAD_REQUEST');
  if (Number(request.headers['content-length']) > limits.files * limits.fileSize + maxOverhead)
    throw new AppError('PAYLOAD_TOO_LARGE');
  try {
    yield* request.parts({ limits: { ...limits, fields: maxFields, fieldSize: maxFieldBytes } });
  } catch (error) {
    throw malformed(error);
  }
}

async function newPath(dataDir: string): Promise<string> {
  const folder = incomingDir(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, randomUUID());
}

async function save({ file }: MultipartFile, path: string): Promise<void> {
  // The parser would read the file to its end and drop the rest.
  file.once('limit', () => file.destroy(new AppError('PAYLOAD_TOO_LARGE')));
  try {
    await pipeline(file, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    // A disk error is ours, any other one is the form's.
    throw error instanceof Error && 'syscall' in error ? error : malformed(error);
  }
  if (file.truncated) throw new AppError('PAYLOAD_TOO_LARGE');
}

/** The parser throws errors without a status for most malformed forms. */
function malformed(error: unknown): AppError {
  const known = toAppError(error);
  return known.code === 'INTERNAL' ? new AppError('BAD_REQUEST', { cause: error }) : known;
}

/** Aborted when the client disconnects before its answer is sent. */
export function clientSignal({ raw }: FastifyReply): AbortSignal {
  const control = new AbortController();
  const stop = () => {
    if (!raw.writableFinished) control.abort(new AppError('BAD_REQUEST'));
  };
  if (raw.destroyed) stop();
  else raw.once('close', stop);
  return control.signal;
}
