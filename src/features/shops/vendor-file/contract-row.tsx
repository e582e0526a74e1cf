import { useTranslation } from 'next-i18next/pages';
import { CallError } from '@/components/page/call-error';
import { Button } from '@/components/ui/button';
import type { Shop } from '@/contract/shops/schema';
import type { VendorContract } from '@/contract/shops/vendor-file';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useModalActions } from '@/state/modal';
import { FileRow } from './file-row';
import { useFileCall } from './use-vendor-file';

interface ContractRowProps {
  shop: Shop;
  contract: VendorContract;
  isOwner: boolean;
}

/** The contract with vendors in its present version, and when it was accepted. */
export function ContractRow({ shop, contract, isOwner }: ContractRowProps) {
  const { t, i18n } = useTranslation('shops');
  const { open } = useModalActions();
  const { title, text, version, accepted_at } = contract;
  const accept = useFileCall(shop.id, () => api.post(`shops/${shop.id}/contract`, { version }));
  return (
    <FileRow
      name={title}
      tone={accepted_at ? 'good' : 'neutral'}
      state={t(`shops:vendor-file.contract.${accepted_at ? 'accepted' : 'missing'}`)}
      notes={[
        t('shops:vendor-file.contract.version', { version }),
        accepted_at &&
          t('shops:vendor-file.contract.at', { date: formatDateTime(accepted_at, i18n.language) }),
      ]}
      buttons={
        <>
          <Button
            size="small"
            aria-haspopup="dialog"
            onClick={() => open('DESCRIPTION_VIEW', { title, text, isRich: true })}
          >
            {t('shops:vendor-file.contract.read')}
          </Button>
          {isOwner && !accepted_at && (
            <Button
              size="small"
              variant="primary"
              isLoading={accept.isPending}
              onClick={() => accept.mutate(undefined)}
            >
              {t('shops:vendor-file.contract.accept')}
            </Button>
          )}
        </>
      }
    >
      <CallError error={accept.error} />
    </FileRow>
  );
}
