import { useTranslation } from 'next-i18next/pages';
import { useId, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { CallError } from '@/components/page/call-error';
import { Button } from '@/components/ui/button';

export interface VendorFileDecision {
  state: 'accepted' | 'declined';
  reason: string | null;
}

interface DecisionProps {
  name: string;
  call: {
    mutate: (input: VendorFileDecision) => void;
    isPending: boolean;
    error: unknown;
  };
  mayAccept: boolean;
}

/** Accepts at once; declines with a reason that the vendor reads. */
export function Decision({ name, call, mayAccept }: DecisionProps) {
  const { t } = useTranslation(['shops', 'common', 'form']);
  const [isDeclining, setDeclining] = useState(false);
  const [reason, setReason] = useState('');
  const [isWrong, setWrong] = useState(false);
  const id = useId();

  function decline() {
    const isEmpty = reason.trim() === '';
    setWrong(isEmpty);
    if (!isEmpty) call.mutate({ state: 'declined', reason });
  }

  return (
    <div className="mt-2.5 grid gap-3">
      {isDeclining ? (
        <>
          <Field
            as={Textarea}
            id={id}
            label={t('shops:vendor-file.reason')}
            error={isWrong ? t('form:error-reason-required') : undefined}
            isRequired
            // Opened by the button in its place.
            autoFocus
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <Button size="small" variant="danger" isLoading={call.isPending} onClick={decline}>
              {t('shops:vendor-file.decline')}
            </Button>
            <Button size="small" onClick={() => setDeclining(false)}>
              {t('common:button-cancel')}
            </Button>
          </div>
        </>
      ) : (
        <div className="flex flex-wrap gap-2">
          {mayAccept && (
            <Button
              size="small"
              variant="primary"
              aria-label={`${t('shops:vendor-file.accept')}: ${name}`}
              isLoading={call.isPending}
              onClick={() => call.mutate({ state: 'accepted', reason: null })}
            >
              {t('shops:vendor-file.accept')}
            </Button>
          )}
          <Button
            size="small"
            aria-label={`${t('shops:vendor-file.decline')}: ${name}`}
            onClick={() => setDeclining(true)}
          >
            {t('shops:vendor-file.decline')}
          </Button>
        </div>
      )}
      <CallError error={call.error} />
    </div>
  );
}
