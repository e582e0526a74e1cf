import type { AnyResource } from '@/contract/core/define';
import type { AnswerTo, KnownFile, KnownPath } from '@/contract/endpoint-types';
import { api, apiAs, fileUrl, type KnownRequest } from '@/lib/api/client';
import { ClientError } from '@/lib/api/errors';

/** Posts a multipart form; `onProgress` gets per cent. */
export function sendForm<Path extends string>(
  path: KnownPath<'POST', Path>,
  fields: Record<string, string | File>,
  onProgress?: (percent: number) => void,
): Promise<AnswerTo<'POST', Path>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return apiAs.call<AnswerTo<'POST', Path>>({
    method: 'post',
    url: path,
    data: form,
    onUploadProgress: ({ loaded, total }) => onProgress?.(total ? Math.round((loaded / total) * 100) : 0),
  });
}

export async function download<Path extends string>(
  path: KnownFile<Path>,
  query: object,
  name: string,
): Promise<void> {
  saveFile(await apiAs.call<Blob>({ url: path, params: query, responseType: 'blob' }), name);
}

/** Downloads the rows that match a list's query, on all pages, as CSV with the shown columns. */
export async function exportList(
  resource: AnyResource,
  { page: _page, limit: _limit, ...query }: Record<string, unknown>,
  columns: readonly string[],
): Promise<void> {
  const file = await api.file(`${resource.endpoint}/export`, { ...query, columns: columns.join(',') });
  saveFile(file.content, file.name ?? `${resource.name}.csv`);
}

/** Downloads a text file; false when it would be empty. */
export async function saveText<Path extends string>(path: KnownFile<Path>, name: string): Promise<boolean> {
  const file = await apiAs.file(path);
  if (file.isEmpty) return false;
  saveFile(file.content, file.name ?? name);
  return true;
}

/** Opens the address returned by an endpoint of the dialect: a one-time download without a token. */
export async function openLink<Path extends string, Verb extends 'get' | 'post' = 'get'>(
  request: KnownRequest<Path, Verb>,
): Promise<void> {
  const answer = await apiAs.call<unknown>(request);
  const address = typeof answer === 'string' ? fileUrl(answer.trim()) : '';
  if (address === '') throw new ClientError('NOT_FOUND', { status: 404 });
  follow({ href: address, target: '_blank', rel: 'noopener' });
}

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  follow({ href: address, download: name });
  // The browser must have started reading it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function follow(attributes: Partial<HTMLAnchorElement>): void {
  const link = Object.assign(document.createElement('a'), attributes);
  document.body.append(link);
  link.click();
  link.remove();
}
