import { type LevelByArea, listRights, type Right } from '@/contract/core/areas';
import type { ApprovalFact, ApprovalKind } from '@/contract/settings/approvals';
import { type Ctx, isAdmin, mayDo, type UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';

/** What will happen, in words and figures. */
export interface ActionSummary {
  title: string;
  facts: ApprovalFact[];
}

export interface Definition<Content> {
  kind: ApprovalKind;
  /** Family of the record that it is about. */
  family: string;
  /** Of whoever confirms it. */
  right: Right;
  /**
   * Changes who may confirm: whoever may confirm anything agrees to it, and it is done as the person who prepared it
   * (rules/settings: nobody makes a second person alone).
   */
  isAppointment?: boolean;
  /** Whether a person may prepare it, asked again when it is confirmed; unless it says so, whoever holds `right`. */
  mayPrepare?: (ctx: UserCtx, content: Content) => boolean | Promise<boolean>;
  /** By the stored content, for reading; changes nothing. */
  describe: (ctx: Ctx, content: Content) => Promise<ActionSummary>;
  /** Does it as the confirming person, with the checks of the moment. Returns what is stored as the result. */
  run: (ctx: UserCtx, content: Content) => Promise<unknown>;
}

export type Guarded = Definition<JsonRecord>;

const guards = new Map<string, Guarded>();

/** Declares an action that a second person confirms. Each kind has one declaration. */
export function defineGuarded<Content extends JsonRecord>(
  definition: Definition<Content>,
): Definition<Content> {
  // The content of a kind is stored as its action gave it, and nothing else writes it.
  guards.set(definition.kind, definition as unknown as Guarded);
  return definition;
}

export function findGuard(kind: string): Guarded {
  const guard = guards.get(kind);
  if (!guard) throw new Error(`No action of the kind ${kind}`);
  return guard;
}

/** Of the team, with this right. */
export const holdsInTeam = (ctx: UserCtx, right: Right): boolean => isAdmin(ctx) && mayDo(ctx, right);

/** Rights of these areas by which a person may be the second one; so a second person gives them. */
export const rightsToConfirm = (areas: LevelByArea): Right[] => {
  const confirming = new Set(allGuards().map(({ right }) => right));
  return listRights(areas).filter((right) => confirming.has(right));
};

/** Whether the person holds the right to decide about requests of this kind. */
export const mayDecide = (ctx: UserCtx, kind: string): boolean =>
  rightsFor(kind).some((right) => holdsInTeam(ctx, right));

/** One of these is enough to confirm a request of the kind. */
export const rightsFor = (kind: string): Right[] => {
  const { right, isAppointment } = findGuard(kind);
  return isAppointment ? allGuards().map((guard) => guard.right) : [right];
};

export const allGuards = (): readonly Guarded[] => [...guards.values()];
