import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { Attachment } from '@/contract/core/define';
import { uploadTypes } from '@/contract/core/patterns';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { useSettings } from '@/state/settings';

/** Sends one file of any kind that may be uploaded (specification §5); the server looks what it really is. */
export function useFileUpload(onStored: (file: Attachment) => void) {
  const { t } = useTranslation(['form', 'common']);
  const { upload_max_filesize: maxKib } = useSettings().server_info;
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function send(file: File): Promise<void> {
    if (file.size > maxKib * 1024) {
      setProblem(t('form:upload.too-large', { size: Math.max(1, Math.floor(maxKib / 1024)) }));
      return;
    }
    setProblem(undefined);
    setSending(true);
    try {
      const [stored] = await api.upload([file]);
      if (stored) onStored(stored);
    } catch (error) {
      setProblem(t(messageKey(toClientError(error))));
    } finally {
      setSending(false);
    }
  }

  // Extensions, since browsers know no media type of some of these kinds.
  const accept = [...Object.keys(uploadTypes).map((kind) => `.${kind}`), '.jpg'].join(',');
  return { send, isSending, problem, accept };
}
