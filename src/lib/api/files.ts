import { api } from './client';
import { saveFile } from './download';

/** Sends a form with a file in it; `onProgress` is told how much of it has gone, in per cent. */
export function sendForm<Answer>(
  path: string,
  fields: Record<string, string | File>,
  onProgress?: (percent: number) => void,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return api.call<Answer>({
    method: 'post',
    url: path,
    data: form,
    onUploadProgress: ({ loaded, total }) => onProgress?.(total ? Math.round((loaded / total) * 100) : 0),
  });
}

/** Gives a file that the API makes to the person, byte for byte: a workbook is no text. */
export async function download(path: string, query: object, name: string): Promise<void> {
  saveFile(await api.call<Blob>({ url: path, params: query, responseType: 'blob' }), name);
}
