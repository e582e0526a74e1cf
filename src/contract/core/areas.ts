/** What a right allows in its area; each level contains those before it. */
export const levels = ['read', 'write', 'decide'] as const;

export type Level = (typeof levels)[number];

/** Areas of the work in the panel, with the levels that each has. */
export const areas = {
  orders: ['read', 'write', 'decide'],
  refunds: ['read', 'write', 'decide'],
  catalogue: ['read', 'write'],
  moderation: ['read', 'decide'],
  promotions: ['read', 'write', 'decide'],
  content: ['read', 'write'],
  feedback: ['read', 'write', 'decide'],
  messages: ['read', 'write'],
  customers: ['read', 'write', 'decide'],
  shops: ['read', 'write', 'decide'],
  finance: ['read', 'write', 'decide'],
  team: ['read', 'write', 'decide'],
  integrations: ['read', 'write', 'decide'],
  settings: ['read', 'write'],
  journal: ['read'],
} as const satisfies Record<string, readonly Level[]>;

export type Area = keyof typeof areas;

/** An area at a level, as a permission. */
export type Right = { [A in Area]: `${A}:${(typeof areas)[A][number]}` }[Area];

/**
 * Marks people whose role limits them: they may do what their rights name. Whoever is not marked may do everything that
 * the permissions of their account open.
 */
export const limited = 'limited';

/** Whether these permissions include the right; a level includes those before it. */
export function holds(permissions: readonly string[], right: Right): boolean {
  return !permissions.includes(limited) || permissions.includes(right);
}

/** Rights of a role: each area up to its level. */
export function listRights(levelByArea: LevelByArea): Right[] {
  return (Object.keys(areas) as Area[]).flatMap((area) => {
    const highest = levels.indexOf(levelByArea[area] as Level);
    return areas[area]
      .filter((level) => levels.indexOf(level) <= highest)
      .map((level) => `${area}:${level}` as Right);
  });
}

/** The role of a person of the team or of a shop; a ready one has a key, by which its name is translated. */
export interface RoleOfPerson {
  id: number;
  key: string | null;
  name: string;
  kind: 'team' | 'shop';
  areas: LevelByArea;
}

export type LevelByArea = Partial<Record<Area, Level>>;
