import { Copy } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { showToast } from '@/lib/toast';
import { Button } from './button';

/** Copies a short text: a phone, an address, a number. */
export function CopyIcon({ text }: { text: string }) {
  const { t } = useTranslation('common');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast('success', t('common:text-copied'));
    } catch {
      // The clipboard is not available on pages without TLS.
      showToast('error', t('common:text-copy-failed'));
    }
  }
  return (
    <Button
      size="small"
      variant="ghost"
      className="print:hidden"
      aria-label={`${t('common:button-copy')}: ${text}`}
      icon={<Copy className="size-3.5" />}
      onClick={() => void copy()}
    />
  );
}
