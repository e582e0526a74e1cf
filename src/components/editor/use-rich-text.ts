import { type Command, EditorState } from '@tiptap/pm/state';
import { EditorView } from '@tiptap/pm/view';
import { useEffect, useRef, useState } from 'react';
import { withPastedLists } from './pasted-html';
import { plugins } from './rich-text-commands';
import { toDoc, toHtml } from './rich-text-schema';

interface Options {
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  /** Attributes of the field: name, language, description. */
  attributes: Record<string, string>;
}

/** Mounts an editor into the element that receives `mount`. External changes of `value` can be undone like typing. */
export function useRichText({ value, onChange, onBlur, attributes }: Options) {
  const mount = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [state, setState] = useState(() => EditorState.create({ doc: toDoc(value), plugins: plugins() }));
  /** The value last exchanged with the form. */
  const known = useRef(value);
  const latest = useRef({ onChange, onBlur, attributes });
  latest.current = { onChange, onBlur, attributes };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for the lifetime of the field
  useEffect(() => {
    const made = new EditorView(mount.current, {
      state,
      attributes: () => latest.current.attributes,
      transformPastedHTML: withPastedLists,
      handleDOMEvents: { blur: () => latest.current.onBlur?.() },
      dispatchTransaction: (change) => {
        const next = made.state.apply(change);
        made.updateState(next);
        setState(next);
        if (!change.docChanged || change.getMeta('outside')) return;
        known.current = toHtml(next.doc);
        latest.current.onChange(known.current);
      },
    });
    view.current = made;
    return () => {
      view.current = undefined;
      made.destroy();
    };
  }, []);

  useEffect(() => {
    const { current } = view;
    if (!current || value === known.current) return;
    known.current = value;
    const doc = toDoc(value);
    const { tr, doc: shown } = current.state;
    if (!doc.eq(shown))
      current.dispatch(tr.replaceWith(0, shown.content.size, doc.content).setMeta('outside', true));
  }, [value]);

  // ProseMirror re-reads attributes on setProps.
  const described = JSON.stringify(attributes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => view.current?.setProps({}), [described]);

  return {
    mount,
    state,
    run: (command: Command) => {
      const { current } = view;
      if (!current) return;
      command(current.state, current.dispatch, current);
      current.focus();
    },
    focus: () => view.current?.focus(),
  };
}
