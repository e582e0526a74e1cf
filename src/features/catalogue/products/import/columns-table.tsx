import { Select } from '@/components/inputs/select';
import { type ImportField, importFields, type ProductImport } from '@/contract/catalogue/products/imports';
import { useImportWords } from './use-import-words';

interface ColumnsTableProps {
  one: ProductImport;
  mapping: Record<string, ImportField>;
  required: readonly ImportField[];
  onChange: (mapping: Record<string, ImportField>) => void;
}

/** A line for each column of the file: its heading, what stands in it, and what it is. */
export function ColumnsTable({ one, mapping, required, onChange }: ColumnsTableProps) {
  const { text, field } = useImportWords();
  const choose = (index: number, name: string) => {
    const chosen = importFields.find((each) => each === name);
    // Each field once: the column that had it gives it up.
    const others = Object.entries(mapping).filter(
      ([key, value]) => key !== String(index) && value !== chosen,
    );
    onChange({ ...Object.fromEntries(others), ...(chosen && { [index]: chosen }) });
  };
  const options = [
    { value: '', label: text('skip') },
    ...importFields.map((name) => ({
      value: name,
      label: required.includes(name) ? `${field(name)} *` : field(name),
    })),
  ];
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by the keyboard
      tabIndex={0}
      aria-label={text('step.columns')}
      className="max-h-72 overflow-auto rounded-card border border-line phone:max-h-none"
    >
      <table className="w-full table-fixed text-start phone:block">
        <thead className="sticky top-0 z-1 bg-surface text-small text-ink-second phone:sr-only">
          <tr>
            {['heading', 'sample', 'field'].map((key) => (
              <th key={key} scope="col" className="border-b border-line px-3 py-2 text-start font-medium">
                {text(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="phone:block">
          {one.headings.map((heading, index) => {
            const name = heading || text('no-heading', { number: index + 1 });
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file are told apart by their place alone
              <tr key={index} className="border-b border-line-faint last:border-0 phone:block phone:p-3">
                <th scope="row" className="truncate px-3 py-1.5 text-start font-medium phone:block phone:p-0">
                  {name}
                </th>
                <td className="truncate px-3 py-1.5 text-ink-second phone:block phone:p-0">
                  {one.samples
                    .map((row) => row[index])
                    .filter(Boolean)
                    .join(' · ')}
                </td>
                <td className="px-3 py-1.5 phone:block phone:p-0 phone:pt-1.5">
                  <Select
                    aria-label={text('field-of', { heading: name })}
                    value={mapping[index] ?? ''}
                    options={options}
                    onChange={(event) => choose(index, event.target.value)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
