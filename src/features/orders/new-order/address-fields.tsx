import { AddressFind } from '@/components/domain/address-search';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { addressKeys, type DraftAddress } from './draft';
import { useNewOrderWord } from './use-new-order-word';

interface AddressFieldsProps {
  address: DraftAddress;
  onChange: (address: DraftAddress) => void;
}

/** A postal address, found or typed. The country is that of the panel. */
export function AddressFields({ address, onChange }: AddressFieldsProps) {
  const word = useNewOrderWord();
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <AddressFind
          onFound={(found) =>
            onChange({
              country: found.country ?? address.country,
              state: found.state ?? found.city ?? '',
              city: found.city ?? found.state ?? '',
              zip: found.zip ?? '',
              street_address: found.street_address ?? '',
            })
          }
        />
      </div>
      {addressKeys
        .filter((key) => key !== 'country')
        .map((key) => (
          <Field
            as={Input}
            key={key}
            id={`order-${key}`}
            label={word(`delivery.${key}`)}
            isRequired
            autoComplete="off"
            maxLength={key === 'zip' ? 20 : 255}
            value={address[key]}
            onChange={(event) => onChange({ ...address, [key]: event.target.value })}
          />
        ))}
    </div>
  );
}
