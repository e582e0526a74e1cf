import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import type { PartForm } from '@/lib/form/use-part-form';

interface SendPartProps {
  part: PartForm;
  label: string;
  variant?: 'primary' | 'danger';
  /** With it the buttons stand in a line; without it the only one is as wide as the form. */
  onCancel?: () => void;
  /** More buttons. */
  children?: ReactNode;
}

/** The end of a form of `usePartForm`: what is wrong with none of its fields, and what sends it. */
export function SendPart({ part, label, variant = 'primary', onCancel, children }: SendPartProps) {
  const { t } = useTranslation('common');
  const look = onCancel ? '' : 'h-10! w-full';
  const send = (
    <Button type="submit" variant={variant} isLoading={part.isSending} className={look}>
      {label}
    </Button>
  );
  return (
    <>
      {part.problem && <ErrorBanner text={part.problem} onClose={() => part.setProblem(undefined)} />}
      {onCancel ? (
        <div className="flex flex-wrap gap-2">
          {send}
          <Button onClick={onCancel}>{t('common:button-cancel')}</Button>
          {children}
        </div>
      ) : (
        send
      )}
    </>
  );
}
