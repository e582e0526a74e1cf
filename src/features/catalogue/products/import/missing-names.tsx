import { Check, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Button } from '@/components/ui/button';
import {
  type ImportErrorGroup,
  type MappedField,
  type MissingName,
  maxCreated,
} from '@/contract/catalogue/products/imports';
import { type Meaning, MeaningPicker, meansRecord } from './meaning-picker';
import { type ImportState, useImportWords } from './use-import';

interface MissingNamesProps extends Pick<ImportErrorGroup, 'missing' | 'creates'> {
  field: MappedField;
  state: ImportState;
}

/**
 * Names that are not understood: the person says which record each means, or creates it where they may. Either way the rows
 * are checked again.
 */
export function MissingNames({ missing, creates, field, state }: MissingNamesProps) {
  const { text, counted } = useImportWords();
  const id = useId();
  const { createMissing, mapValues } = state;
  const [changed, setChanged] = useState<Record<string, Meaning | null>>({});
  const meaningOf = ({ name, guess }: MissingName) =>
    Object.hasOwn(changed, name) ? (changed[name] ?? null) : guess;
  const values = missing.flatMap((one) => {
    const { target } = meaningOf(one) ?? {};
    return target === undefined ? [] : [{ name: one.name, target }];
  });
  const isBusy = createMissing.isPending || mapValues.isPending;
  return (
    <div className="mt-1">
      <p className="text-small text-ink-second">{text('map-hint')}</p>
      <ul className="mt-2 grid max-h-80 grid-cols-2 gap-x-4 gap-y-3 overflow-y-auto p-0.5 phone:max-h-none phone:grid-cols-1">
        {missing.map((one, place) => (
          <li key={one.name} className="flex min-w-0 items-end gap-1">
            <div className="min-w-0 flex-1">
              <Field id={`${id}-${place}`} label={`${one.name} · ${counted('errors-count', one.count)}`}>
                {(control) => (
                  <MeaningPicker
                    control={control}
                    field={field}
                    value={meaningOf(one)}
                    onChange={(meaning) => setChanged({ ...changed, [one.name]: meaning })}
                  />
                )}
              </Field>
            </div>
            {creates && (
              <Button
                variant="ghost"
                aria-label={text('create-one', { name: one.name })}
                disabled={isBusy}
                onClick={() => createMissing.mutate({ field: creates, names: [one.name] })}
              >
                {text('create')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ForAll missing={missing} creates={creates} field={field} state={state} values={values} />
    </div>
  );
}

interface ForAllProps extends MissingNamesProps {
  values: { name: string; target: string }[];
}

/** Remembers all chosen meanings, or creates all names. */
function ForAll({ missing, creates, field, state, values }: ForAllProps) {
  const { text, counted } = useImportWords();
  const { createMissing, mapValues } = state;
  const names = missing.slice(0, maxCreated).map(({ name }) => name);
  const isBusy = createMissing.isPending || mapValues.isPending;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <Button
        size="small"
        icon={<Check aria-hidden="true" className="size-4" />}
        isLoading={mapValues.isPending}
        disabled={values.length === 0 || isBusy}
        onClick={() => mapValues.mutate({ field, values })}
      >
        {counted('map-apply', values.length)}
      </Button>
      {creates && names.length > 1 && (
        <Button
          size="small"
          variant="ghost"
          icon={<Plus aria-hidden="true" className="size-4" />}
          isLoading={createMissing.isPending}
          disabled={isBusy}
          onClick={() => createMissing.mutate({ field: creates, names })}
        >
          {counted('create-all', names.length)}
        </Button>
      )}
      {!creates && meansRecord(field) && (
        <span className="text-small text-ink-second">{text('ask-admin')}</span>
      )}
    </div>
  );
}
