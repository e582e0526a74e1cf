import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Button } from '@/components/ui/button';

export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation('common');
  const [state, setState] = useState<'ready' | 'done' | 'failed'>('ready');
  const copy = async () => {
    // The clipboard is not available on pages without TLS.
    const isDone = await (navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    ) ?? false);
    setState(isDone ? 'done' : 'failed');
  };
  const labels = { ready: 'button-copy', done: 'text-copied', failed: 'text-copy-failed' };
  return (
    <Button onClick={() => void copy()} aria-live="polite">
      {t(labels[state])}
    </Button>
  );
}
