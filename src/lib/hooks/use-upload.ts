import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { Attachment } from '@/contract/core/define';
import { messageKey, toClientError } from '@/lib/api/errors';
import { uploadFiles } from '@/lib/api/upload';
import { pictureTypes } from '@/lib/format/picture-types';

interface UploadKind {
  isAllowed: (file: File) => boolean;
  /** Where `wrong-type` and `too-large` are said. */
  texts: string;
}

const pictures: UploadKind = { isAllowed: ({ type }) => pictureTypes.includes(type), texts: 'form:upload' };

/**
 * Uploads files with progress, pictures by default; invalid ones are refused before sending. `send` resolves to the stored
 * attachments, empty on failure; `onError` gets the translated message.
 */
export function useUpload(
  maxKib: number,
  onError: (text: string | undefined) => void,
  { isAllowed, texts } = pictures,
) {
  const { t } = useTranslation(['form', 'common']);
  const [percent, setPercent] = useState<number>();
  const megabytes = Math.max(1, Math.floor(maxKib / 1024));

  async function send(files: readonly File[]): Promise<Attachment[]> {
    const fail = (text: string) => {
      onError(text);
      return [];
    };
    if (files.length === 0) return [];
    if (!files.every(isAllowed)) return fail(t(`${texts}.wrong-type`));
    if (files.some((file) => file.size > maxKib * 1024))
      return fail(t(`${texts}.too-large`, { size: megabytes }));
    onError(undefined);
    setPercent(0);
    try {
      return await uploadFiles([...files], setPercent);
    } catch (error) {
      return fail(t(messageKey(toClientError(error))));
    } finally {
      setPercent(undefined);
    }
  }

  return { send, percent, megabytes };
}
