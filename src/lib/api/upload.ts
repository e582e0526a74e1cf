import type { Attachment } from '@/contract/core/define';
import { env } from '@/lib/env';
import { api, apiAs, loadPart, unwrapRows } from './client';

/** Uploads files, directly to the storage or as `attachment[]`; returns them in the same order. */
export async function uploadFiles(
  files: File[],
  onProgress?: (percent: number) => void,
): Promise<Attachment[]> {
  if (env.uploadsDirectly) {
    const { uploadDirectly, UnreachableStorage } = await loadPart(() => import('./direct-upload'));
    try {
      return await uploadDirectly(files, apiAs.call, (percent) => onProgress?.(percent));
    } catch (error) {
      if (!(error instanceof UnreachableStorage)) throw error;
    }
  }
  const form = new FormData();
  for (const file of files) form.append('attachment[]', file);
  const answer = await api.call({
    method: 'post',
    url: 'attachments',
    data: form,
    onUploadProgress: ({ loaded: sent, total }) => onProgress?.(total ? Math.round((sent / total) * 100) : 0),
  });
  const isOne = typeof answer === 'object' && answer !== null && 'original' in answer;
  return isOne ? [answer] : unwrapRows<Attachment>(answer);
}
