import dynamic from 'next/dynamic';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { part } from '@/lib/part';
import type { EditTarget, ShowNotice } from './use-inline-save';

const CellEditor = part(
  dynamic(() => import('./cell-editor').then((module) => module.CellEditor), {
    loading: () => <span className="inline-block h-8.5 w-28" />,
  }),
);

interface EditableCellProps {
  /** Accessible name: «Цена: Ваза». */
  label: string;
  /** The value, formatted. */
  text: string;
  target: EditTarget;
  /** Opens the variations instead of an editor. */
  onDrawer?: (() => void) | undefined;
  /** Shows errors; a toast by default. */
  showNotice?: ShowNotice;
  children: ReactNode;
}

/** A value that turns into an editor on click, Enter or F2. The editor is loaded on first use. */
export function EditableCell({ label, text, target, onDrawer, showNotice, children }: EditableCellProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isBack = useRef(false);

  // The button is remounted after each edit; it takes the focus only when the editor gave it back.
  useEffect(() => {
    if (!isOpen && isBack.current) button.current?.focus();
    isBack.current = false;
  }, [isOpen]);

  if (isOpen) {
    const handleClose = (goesBack: boolean) => {
      isBack.current = goesBack;
      setOpen(false);
    };
    return <CellEditor label={label} target={target} showNotice={showNotice} onClose={handleClose} />;
  }
  const open = onDrawer ?? (() => setOpen(true));
  return (
    <button
      ref={button}
      type="button"
      data-edit={onDrawer ? 'drawer' : 'cell'}
      aria-label={`${label}, ${text}`}
      aria-haspopup={onDrawer && 'dialog'}
      className="-mx-1.5 inline-flex min-h-8.5 items-center rounded-control px-1.5 text-end hover:bg-surface hover:ring-1 hover:ring-line pointer-coarse:min-h-10 pointer-coarse:min-w-10 pointer-coarse:justify-end phone:text-start"
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'F2') open();
      }}
    >
      {children}
    </button>
  );
}
