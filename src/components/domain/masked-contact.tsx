import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { CopyIcon } from '@/components/ui/copy-icon';
import { WrittenText } from '@/components/ui/written-text';
import type { RevealFamily, RevealField } from '@/contract/accounts/personal-data';
import type { Right } from '@/contract/core/areas';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { useMay } from '@/lib/session/rights';

interface MaskedContactProps {
  family: RevealFamily;
  id: number;
  field: RevealField;
  /** As the server has masked it. */
  text: string;
  /** Of whoever may have it shown. */
  right: Right;
}

/** A masked contact with a button that shows it; the server keeps who asked. */
export function MaskedContact({ family, id, field, text, right }: MaskedContactProps) {
  const { t } = useTranslation('common');
  const mayShow = useMay(right);
  const canShow = useCan('personal-data');
  const reveal = useMutation({
    mutationFn: () => api.post('personal-data/reveal', { family, id, field }),
  });
  const value = reveal.data?.value;
  const isAddress = field === 'shipping_address' || field === 'billing_address';
  return (
    <span className="flex items-center gap-1">
      {isAddress ? (
        <WrittenText className="block min-w-0 break-words text-ink-second" text={value ?? text} />
      ) : (
        <bdi dir="ltr" className="min-w-0 break-all tabular-nums">
          {value ?? text}
        </bdi>
      )}
      {value && <CopyIcon text={value} />}
      {!reveal.data && mayShow && canShow && (
        <Button
          size="small"
          variant="ghost"
          className="print:hidden"
          aria-label={`${t('common:text-show-contact')}: ${text}`}
          title={t('common:text-show-contact-note')}
          isLoading={reveal.isPending}
          icon={<Eye className="size-3.5" />}
          onClick={() => reveal.mutate()}
        >
          {t('common:text-show-contact')}
        </Button>
      )}
    </span>
  );
}
