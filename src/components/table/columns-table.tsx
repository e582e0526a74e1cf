import { Select } from '@/components/inputs/select';
import { ScrollBox } from './scroll-box';

export interface ColumnsTableTexts {
  label: string;
  heading: string;
  sample: string;
  field: string;
  /** Of a column that is not read. */
  skip: string;
  fieldOf: (heading: string) => string;
  /** Of a column without a heading, counted from one. */
  nameless: (number: number) => string;
}

interface ColumnField<Field extends string> {
  value: Field;
  label: string;
}

interface ColumnsTableProps<Field extends string> {
  headings: readonly string[];
  /** The first rows below the headings. */
  samples: readonly (readonly string[])[];
  /** Field by the index of its column. */
  mapping: Record<string, Field>;
  fields: readonly ColumnField<Field>[];
  /** What only this column may mean, after the fields of all. */
  ownFields?: (index: number) => readonly ColumnField<Field>[];
  texts: ColumnsTableTexts;
  onChange: (mapping: Record<string, Field>) => void;
}

/** What each column of a file means. A field belongs to one column: chosen again, it leaves the other. */
export function ColumnsTable<Field extends string>(props: ColumnsTableProps<Field>) {
  const { headings, samples, mapping, fields, ownFields, texts, onChange } = props;
  const optionsOf = (index: number) => [...fields, ...(ownFields?.(index) ?? [])];
  const choose = (index: number, name: string) => {
    const chosen = optionsOf(index).find(({ value }) => value === name)?.value;
    const others = Object.entries<Field>(mapping).filter(
      ([key, value]) => key !== String(index) && value !== chosen,
    );
    onChange({ ...Object.fromEntries(others), ...(chosen && { [index]: chosen }) } as Record<string, Field>);
  };
  return (
    <ScrollBox
      label={texts.label}
      // The last visible row is cut off, which shows that there are more.
      className="max-h-78 phone:max-h-none"
    >
      <table className="w-full table-fixed text-start phone:block">
        <thead className="sticky top-0 z-1 bg-surface text-small text-ink-second phone:sr-only">
          <tr>
            {(['heading', 'sample', 'field'] as const).map((key) => (
              <th key={key} scope="col" className="border-b border-line px-3 py-2 text-start font-medium">
                {texts[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="phone:block">
          {headings.map((heading, index) => (
            <ColumnRow
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their index
              key={index}
              name={heading || texts.nameless(index + 1)}
              samples={samples.map((row) => row[index])}
              value={mapping[index] ?? ''}
              options={[{ value: '', label: texts.skip }, ...optionsOf(index)]}
              fieldOf={texts.fieldOf}
              onChoose={(name) => choose(index, name)}
            />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface ColumnRowProps {
  name: string;
  samples: readonly (string | undefined)[];
  value: string;
  options: { value: string; label: string }[];
  fieldOf: (heading: string) => string;
  onChoose: (field: string) => void;
}

function ColumnRow({ name, samples, value, options, fieldOf, onChoose }: ColumnRowProps) {
  return (
    <tr className="border-b border-line-faint last:border-0 phone:block phone:p-3">
      <th scope="row" className="truncate px-3 py-1.5 text-start font-medium phone:block phone:p-0">
        {name}
      </th>
      <td className="truncate px-3 py-1.5 text-ink-second phone:block phone:p-0">
        {samples.filter(Boolean).join(' · ')}
      </td>
      <td className="px-3 py-1.5 phone:block phone:p-0 phone:pt-1.5">
        <Select
          aria-label={fieldOf(name)}
          value={value}
          options={options}
          onChange={(event) => onChoose(event.target.value)}
        />
      </td>
    </tr>
  );
}
