import { Field } from '@/components/inputs/field';
import { RadioGroup } from '@/components/inputs/radio-group';
import type { ImportOptions } from '@/contract/catalogue/products/imports';
import { useImportWords } from './use-import-words';

interface ImportChoicesProps {
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
}

const choices = {
  match: ['sku', 'slug'],
  existing: ['update', 'skip'],
  fresh: ['create', 'skip'],
  mode: ['rows', 'atomic'],
} as const;

/** What is to be done with rows whose product is there, with new ones, and with mistakes. */
export function ImportChoices({ options, onChange }: ImportChoicesProps) {
  const { text } = useImportWords();
  return (
    <fieldset className="mt-4">
      <legend className="font-semibold">{text('options-title')}</legend>
      <div className="mt-2 grid grid-cols-2 gap-x-4 gap-y-3 phone:grid-cols-1">
        {(Object.keys(choices) as (keyof typeof choices)[]).map((key) => (
          <Field key={key} id={`import-${key}`} label={text(key)}>
            {(control) => (
              <RadioGroup
                control={control}
                name={`import-${key}`}
                label={text(key)}
                value={options[key]}
                options={choices[key].map((value) => ({ value, label: text(`${key}-${value}`) }))}
                onChange={(value) => onChange({ ...options, [key]: value })}
              />
            )}
          </Field>
        ))}
      </div>
      <p className="mt-2 text-small text-ink-second">{text('cells-hint')}</p>
    </fieldset>
  );
}
