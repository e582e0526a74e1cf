import { type FieldErrors, get } from 'react-hook-form';

interface FormSectionsProps {
  label: string;
  /** Of the mark on a section with errors. */
  wrongLabel: string;
  sections: readonly { name: string; title: string; paths: readonly string[] | undefined }[];
  errors: FieldErrors;
}

/** Table of contents of a long form, which marks sections with errors. */
export function FormSections({ label, wrongLabel, sections, errors }: FormSectionsProps) {
  return (
    <nav
      aria-label={label}
      className="sticky top-18 hidden rounded-card border border-line bg-surface p-2 desk:block"
    >
      <ul>
        {sections.map(({ name, title, paths }) => (
          <li key={name}>
            <a
              href={`#${name}`}
              className="flex h-8 pointer-coarse:h-10 items-center justify-between rounded-control px-2.5 text-ink-second hover:bg-sunken hover:text-ink"
            >
              {title}
              {paths?.some((path) => get(errors, path) !== undefined) && (
                <span role="img" aria-label={wrongLabel} className="size-2 rounded-full bg-bad" />
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
