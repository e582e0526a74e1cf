import { Portal } from '@/components/ui/portal';

const count = 24;

/** Names the form that the cells of a row belong to; rows that stand near each other have different ones. */
export function cellForm(rowKey: string): string {
  const sum = rowKey.split('-').reduce((so, id) => so + Number(id), 0);
  return `cell-form-${sum % count}`;
}

/**
 * Forms of a few cells each, seen by nobody and never sent. With every letter a browser that fills forms in reads all
 * fields of the form that was typed into; to read a hundred takes it longer than everything else that a letter costs.
 */
export function CellForms() {
  return (
    <Portal>
      <div hidden>
        {Array.from({ length: count }, (_form, place) => {
          const id = `cell-form-${place}`;
          return <form key={id} id={id} onSubmit={(event) => event.preventDefault()} />;
        })}
      </div>
    </Portal>
  );
}
