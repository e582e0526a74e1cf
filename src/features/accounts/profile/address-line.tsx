import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { IconButton } from '@/components/ui/icon-button';
import { regionOf } from '@/contract/accounts/addresses/region';
import type { Address } from '@/contract/accounts/addresses/schema';

interface AddressLineProps {
  address: Address;
  onEdit: () => void;
  onRemove: () => void;
}

/** An address as written on an envelope. */
export function AddressLine({ address, onEdit, onRemove }: AddressLineProps) {
  const { t } = useTranslation('accounts');
  const { street_address, city, zip, country } = address.address;
  const lines = [
    street_address,
    [city, regionOf(address.address)].filter(Boolean).join(', '),
    [zip, country].filter(Boolean).join(', '),
  ];

  return (
    <li className="flex gap-2 py-3.5 first:pt-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="break-words">{address.title}</span>
          <Badge tone={address.default ? 'accent' : 'neutral'}>
            {t(`accounts:profile.address-${address.type}`)}
            {address.default && `, ${t('accounts:profile.address-default')}`}
          </Badge>
        </p>
        <address className="mt-1.5 text-ink-second not-italic">
          {lines.filter(Boolean).map((line) => (
            <span key={line} className="block break-words">
              {line}
            </span>
          ))}
        </address>
      </div>
      <div className="-mt-1 flex shrink-0">
        <IconButton
          icon="pencil"
          label={t('accounts:profile.edit-address', { title: address.title })}
          onClick={onEdit}
        />
        <IconButton
          icon="trash-2"
          tone="danger"
          label={t('accounts:profile.remove-address-of', { title: address.title })}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}
