import {
  type Area,
  areas,
  holds,
  type Level,
  type LevelByArea,
  levels,
  listRights,
  type Right,
} from '@/contract/core/areas';

export const areaNames = Object.keys(areas) as Area[];

export interface AreaChange {
  area: Area;
  from: Level | undefined;
  to: Level | undefined;
  isMore: boolean;
}

/** What an area allows without a role. */
export const allAreas: LevelByArea = Object.fromEntries(areaNames.map((area) => [area, areas[area].at(-1)]));

const rank = (level: Level | undefined) => (level ? levels.indexOf(level) + 1 : 0);

/** Areas whose level differs. */
export function listAreaChanges(before: LevelByArea, after: LevelByArea): AreaChange[] {
  return areaNames.flatMap((area) => {
    const [from, to] = [before[area], after[area]];
    return from === to ? [] : [{ area, from, to, isMore: rank(to) > rank(from) }];
  });
}

/** The most that a person gains and loses: of each area the highest right that is new or gone. */
export function gainsAndLosses(before: LevelByArea, after: LevelByArea): { gains: Right[]; losses: Right[] } {
  const [had, has] = [listRights(before), listRights(after)];
  return {
    gains: highest(has.filter((one) => !had.includes(one))),
    losses: highest(had.filter((one) => !has.includes(one))),
  };
}

/** Rights stand in the order of levels, so the last of an area is its highest. */
function highest(rights: readonly Right[]): Right[] {
  return [...new Map(rights.map((right) => [right.split(':')[0], right])).values()];
}

/** A role gives nothing that its giver does not have. */
export const isAbove = (giver: readonly string[], area: Area, level: Level): boolean =>
  !holds(giver, `${area}:${level}` as Right);

export const isWithin = (role: LevelByArea, right: Right): boolean => listRights(role).includes(right);

export const hasLevel = (area: Area, level: Level): boolean =>
  (areas[area] as readonly Level[]).includes(level);

/** Levels of a role as far as the giver has them. */
export function withinGiver(role: LevelByArea, giver: readonly string[]): LevelByArea {
  const held = listRights(role).filter((right) => holds(giver, right));
  // In the order of levels: the last one of an area is its highest.
  return Object.fromEntries(held.map((right) => right.split(':')));
}
