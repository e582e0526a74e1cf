import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useReceiptWords } from '@/components/domain/use-receipt-words';
import { Button } from '@/components/ui/button';
import type { RegisterCheck } from '@/contract/receipts/shop-register';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';

const looks = {
  ok: 'bg-good-soft text-good',
  access: 'bg-bad-soft text-bad',
  silent: 'bg-warn-soft text-warn',
};

/** «Проверить»: asks the register as it is saved, and issues nothing. */
export function RegisterCheckButton({ shopId }: { shopId: number }) {
  const { t } = useTranslation(['receipts', 'form', 'common']);
  const { word } = useReceiptWords();
  const check = useMutation({
    meta: { silent: true },
    mutationFn: () => api.post(`shops/${shopId}/register/check`, {}),
  });
  return (
    <>
      <Button isLoading={check.isPending} onClick={() => check.mutate()}>
        {word('own.check')}
      </Button>
      <div role="status" className="w-full empty:hidden">
        {check.data && <Found check={check.data} />}
        {check.error && <p className="text-bad">{errorText(t, toClientError(check.error))}</p>}
      </div>
    </>
  );
}

function Found({ check: { state, text } }: { check: RegisterCheck }) {
  const { word, adviceOf } = useReceiptWords();
  return (
    <div className={`rounded-card px-4 py-3 ${looks[state]}`}>
      <p>{state === 'ok' ? word('own.check-ok') : adviceOf({ code: state }, true)}</p>
      {state !== 'ok' && text && <p className="mt-1 text-small break-words">{text}</p>}
    </div>
  );
}
