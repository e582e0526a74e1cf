import { Copy } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { copyText } from '@/lib/copy-text';
import { Button } from './button';

/** Copies a short text: a phone, an address, a number. */
export function CopyIcon({ text }: { text: string }) {
  const { t } = useTranslation('common');
  return (
    <Button
      size="small"
      variant="ghost"
      className="print:hidden"
      aria-label={`${t('common:button-copy')}: ${text}`}
      icon={<Copy className="size-3.5" />}
      onClick={() => void copyText(text, t('common:text-copied'), t('common:text-copy-failed'))}
    />
  );
}
