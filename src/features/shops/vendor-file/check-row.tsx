import { useTranslation } from 'next-i18next/pages';
import { CallError } from '@/components/page/call-error';
import { Button } from '@/components/ui/button';
import type { Tone } from '@/contract/core/define';
import type { Shop } from '@/contract/shops/schema';
import type { VendorCheck } from '@/contract/shops/vendor-file';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useMay } from '@/lib/session/rights';
import { Decision, type VendorFileDecision } from './decision';
import { FileRow } from './file-row';
import { useFileCall } from './use-vendor-file';

const tones: Record<VendorCheck['state'], Tone> = {
  missing: 'neutral',
  waiting: 'accent',
  accepted: 'good',
  declined: 'bad',
};

/** Requisites against a register: asked by a button, or decided by a person. */
export function CheckRow({ shop, check, isAdmin }: { shop: Shop; check: VendorCheck; isAdmin: boolean }) {
  const mayDecide = useMay('shops:decide') && isAdmin;
  const mayAsk = useMay('shops:write') && isAdmin;
  const { t, i18n } = useTranslation('shops');
  const { register, state, differences, version } = check;
  const name = t(`shops:vendor-file.papers.${register}`);
  const ask = useFileCall(shop.id, () => api.post(`shops/${shop.id}/checks`, { register }));
  const decide = useFileCall(shop.id, (input: VendorFileDecision) =>
    api.post(`shops/${shop.id}/checks/decide`, { ...input, register, version }),
  );
  return (
    <FileRow
      name={name}
      tone={tones[state]}
      state={t(`shops:vendor-file.checks.${state}`)}
      notes={[
        differences.length > 0 &&
          t('shops:vendor-file.differs', {
            what: differences.map((key) => t(`shops:vendor-file.differences.${key}`)).join(', '),
          }),
        check.reason && t('shops:vendor-file.because', { reason: check.reason }),
        check.checked_at &&
          t('shops:vendor-file.checked', { date: formatDateTime(check.checked_at, i18n.language) }),
        isAdmin && check.decided_by && t('shops:vendor-file.by', { name: check.decided_by }),
      ]}
      buttons={
        mayAsk && (
          <Button
            size="small"
            aria-label={`${t('shops:vendor-file.ask')}: ${name}`}
            isLoading={ask.isPending}
            onClick={() => ask.mutate(undefined)}
          >
            {t('shops:vendor-file.ask')}
          </Button>
        )
      }
    >
      {mayAsk && <CallError error={ask.error} />}
      {mayDecide && (
        <Decision key={`${state} ${version}`} name={name} call={decide} mayAccept={state !== 'accepted'} />
      )}
    </FileRow>
  );
}
