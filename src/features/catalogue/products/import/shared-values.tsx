import { X } from 'lucide-react';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { RemotePicker } from '@/components/inputs/remote-picker';
import { Select } from '@/components/inputs/select';
import { Button } from '@/components/ui/button';
import {
  type ImportField,
  type ImportOptions,
  type ImportTarget,
  type SharedField,
  sharedFields,
} from '@/contract/catalogue/products/imports';
import { ownValue } from '@/contract/core/own-value';
import { endpoints, statuses } from './meaning-picker';
import { useImportWords } from './use-import';

type SharedTexts = ImportOptions['values'];

interface SharedValuesProps {
  values: SharedTexts;
  /** Fields that columns of the file fill. */
  used: readonly ImportTarget[];
  /** Fields required for new products. */
  required: readonly ImportField[];
  onChange: (values: SharedTexts) => void;
}

/** One value for all rows, for fields that the file lacks. */
export function SharedValues({ values, used, required, onChange }: SharedValuesProps) {
  const { text, field } = useImportWords();
  const [added, setAdded] = useState<readonly SharedField[]>([]);
  const free = sharedFields.filter((name) => !used.includes(name));
  const shown = free.filter(
    (name) => values[name] !== undefined || added.includes(name) || required.includes(name),
  );
  const rest = free.filter((name) => !shown.includes(name));
  const remove = (name: SharedField) => {
    const { [name]: _gone, ...others } = values;
    setAdded(added.filter((one) => one !== name));
    onChange(others);
  };
  return (
    <fieldset className="mt-4">
      <legend className="font-semibold">{text('shared-title')}</legend>
      <p className="text-small text-ink-second">{text('shared-text')}</p>
      <div className="mt-2 grid grid-cols-2 items-start gap-x-4 gap-y-3 phone:grid-cols-1">
        {shown.map((name) => (
          <div key={name} className="flex items-end gap-1">
            <div className="min-w-0 flex-1">
              <SharedValue
                name={name}
                value={values[name] ?? ''}
                onChange={(value) => onChange({ ...values, [name]: value })}
              />
            </div>
            {!required.includes(name) && (
              <Button
                variant="ghost"
                aria-label={text('shared-remove', { field: field(name) })}
                icon={<X aria-hidden="true" className="size-4" />}
                onClick={() => remove(name)}
              />
            )}
          </div>
        ))}
        {rest.length > 0 && (
          <Select
            aria-label={text('shared-add')}
            className="self-end"
            value=""
            options={[
              { value: '', label: text('shared-add') },
              ...rest.map((name) => ({ value: name, label: field(name) })),
            ]}
            onChange={({ target }) => {
              const chosen = rest.find((name) => name === target.value);
              if (chosen) setAdded([...added, chosen]);
            }}
          />
        )}
      </div>
    </fieldset>
  );
}

/** Allowed values of the field's cells; the server reads them as text of the file. */
const choices: Partial<Record<SharedField, readonly string[]>> = {
  status: statuses,
  requires_marking: ['yes', 'no'],
};

interface SharedValueProps {
  name: SharedField;
  value: string;
  onChange: (value: string) => void;
}

function SharedValue({ name, value, onChange }: SharedValueProps) {
  const { text, field } = useImportWords();
  const label = field(name);
  const endpoint = ownValue(endpoints, name);
  const options = choices[name];
  return (
    <Field id={`import-shared-${name}`} label={label}>
      {(control) => {
        if (endpoint) {
          return (
            <RemotePicker
              control={control}
              label={label}
              relation={{ endpoint }}
              // Files refer to records by name, so the name is stored.
              value={value === '' ? null : { id: 0, label: value, name: value }}
              onChange={(picked) => onChange(picked && !Array.isArray(picked) ? picked.label : '')}
            />
          );
        }
        if (options) {
          return (
            <Select
              {...control}
              value={value}
              options={[
                { value: '', label: '—' },
                ...options.map((one) => ({ value: text(`cells.${one}`), label: text(`cells.${one}`) })),
              ]}
              onChange={(event) => onChange(event.target.value)}
            />
          );
        }
        return (
          <Input
            {...control}
            value={value}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
        );
      }}
    </Field>
  );
}
