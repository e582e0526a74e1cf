export const toneOf = { waiting: 'warn', quarantined: 'bad', posted: 'good' } as const;
