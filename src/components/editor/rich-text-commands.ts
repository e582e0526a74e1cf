import {
  baseKeymap,
  chainCommands,
  exitCode,
  lift,
  setBlockType,
  toggleMark,
  wrapIn,
} from '@tiptap/pm/commands';
import { history, redo, undo } from '@tiptap/pm/history';
import { inputRules, textblockTypeInputRule, wrappingInputRule } from '@tiptap/pm/inputrules';
import { keymap } from '@tiptap/pm/keymap';
import type { MarkType, NodeType } from '@tiptap/pm/model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from '@tiptap/pm/schema-list';
import type { Command, EditorState, Plugin } from '@tiptap/pm/state';
import { schema } from './rich-text-schema';

const { nodes, marks } = schema;

/** True when the selection, or the next typed character, has the mark. */
function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) !== undefined;
  return doc.rangeHasMark(from, to, type);
}

/** True when the selection is inside such a block. */
function isIn({ selection: { $from } }: EditorState, type: NodeType, level?: number): boolean {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type === type && (level === undefined || node.attrs.level === level)) return true;
  }
  return false;
}

function toggleList(type: NodeType): Command {
  return (state, dispatch, view) => {
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 0; depth -= 1) {
      const list = $from.node(depth);
      if (list.type === type) return liftListItem(nodes.list_item)(state, dispatch, view);
      if (list.type === nodes.bullet_list || list.type === nodes.ordered_list) {
        dispatch?.(state.tr.setNodeMarkup($from.before(depth), type));
        return true;
      }
    }
    return wrapInList(type)(state, dispatch, view);
  };
}

const toggleHeading =
  (level: number): Command =>
  (state, dispatch, view) =>
    setBlockType(isIn(state, nodes.heading, level) ? nodes.paragraph : nodes.heading, { level })(
      state,
      dispatch,
      view,
    );

const toggleQuote: Command = (state, dispatch, view) =>
  (isIn(state, nodes.blockquote) ? lift : wrapIn(nodes.blockquote))(state, dispatch, view);

export const tools = {
  bold: { run: toggleMark(marks.strong), isOn: (state) => hasMark(state, marks.strong) },
  italic: { run: toggleMark(marks.em), isOn: (state) => hasMark(state, marks.em) },
  underline: { run: toggleMark(marks.underline), isOn: (state) => hasMark(state, marks.underline) },
  heading2: { run: toggleHeading(2), isOn: (state) => isIn(state, nodes.heading, 2) },
  heading3: { run: toggleHeading(3), isOn: (state) => isIn(state, nodes.heading, 3) },
  bullets: { run: toggleList(nodes.bullet_list), isOn: (state) => isIn(state, nodes.bullet_list) },
  numbers: { run: toggleList(nodes.ordered_list), isOn: (state) => isIn(state, nodes.ordered_list) },
  quote: { run: toggleQuote, isOn: (state) => isIn(state, nodes.blockquote) },
  undo: { run: undo },
  redo: { run: redo },
} satisfies Record<string, { run: Command; isOn?: (state: EditorState) => boolean }>;

/** Address of the link at the start of the selection. */
export function linkAt({ selection: { $from, empty } }: EditorState): string | undefined {
  const node = empty ? ($from.nodeAfter ?? $from.nodeBefore) : $from.nodeAfter;
  const found = marks.link.isInSet($from.marks()) ?? (node && marks.link.isInSet(node.marks));
  return found ? String(found.attrs.href) : undefined;
}

/** Links the selection, or inserts the address when nothing is selected; null removes links. */
export function setLink(href: string | null): Command {
  return (state, dispatch) => {
    const [from, to] = linkRange(state);
    const { tr } = state;
    if (from === to && href !== null) {
      dispatch?.(tr.insert(from, schema.text(href.replace(/^mailto:/, ''), [marks.link.create({ href })])));
      return true;
    }
    tr.removeMark(from, to, marks.link);
    if (href !== null) tr.addMark(from, to, marks.link.create({ href }));
    dispatch?.(tr);
    return true;
  };
}

/** Range of a link: the selection, or the whole link around the cursor. */
function linkRange(state: EditorState): [number, number] {
  const { from, to, empty, $from } = state.selection;
  const href = linkAt(state);
  if (!empty || href === undefined) return [from, to];
  const { parent } = $from;
  const start = $from.start();
  let range: [number, number] | undefined;
  parent.forEach((child, offset) => {
    const [first, last] = [start + offset, start + offset + child.nodeSize];
    const isLink = marks.link.isInSet(child.marks)?.attrs.href === href;
    if (isLink && first <= from && from <= last) range = [first, last];
  });
  return range ?? [from, to];
}

const hardBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
});

/** Key bindings and input rules. Tab leaves the field as usual; Ctrl and a bracket nest lists. */
export function plugins(): Plugin[] {
  return [
    history(),
    inputRules({
      rules: [
        wrappingInputRule(/^\s*([-*])\s$/, nodes.bullet_list),
        wrappingInputRule(/^1[.)]\s$/, nodes.ordered_list),
        textblockTypeInputRule(/^##\s$/, nodes.heading, { level: 2 }),
        textblockTypeInputRule(/^###\s$/, nodes.heading, { level: 3 }),
      ],
    }),
    keymap({
      'Mod-b': tools.bold.run,
      'Mod-i': tools.italic.run,
      'Mod-u': tools.underline.run,
      'Mod-z': undo,
      'Mod-y': redo,
      'Shift-Mod-z': redo,
      'Mod-]': sinkListItem(nodes.list_item),
      'Mod-[': liftListItem(nodes.list_item),
      Enter: splitListItem(nodes.list_item),
      'Shift-Enter': hardBreak,
    }),
    keymap(baseKeymap),
  ];
}
