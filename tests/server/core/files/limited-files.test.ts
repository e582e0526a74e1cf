import { describe, expect, it } from 'vitest';
import { buildAttachment } from '../../../support/factories';
import { setUpScene } from '../../../support/scene';
import { buildMember } from '../../../support/team';

/** A role opens no files of others: they belong to no area. */
const { api, scene } = setUpScene();

const banner = { title: 'Чай', url: 'gostiny.ru/tea', place: 'home_top', position: 1, is_active: true };
const made = (person: { id: number }, image: number) =>
  api.request<{ errors?: object }>(person, 'POST', 'advertising-banners', {
    ...{ ...banner, description: 'Скидка', image: { id: image }, advertiser: 'ООО «Чай»' },
    ...{ advertiser_inn: '7707083893', erid: '2VtzqwXyZ12', shop_id: scene.shop.id },
  });
const upload = async (visibility: 'private' | 'new' | 'public') => {
  const { id } = await buildAttachment(api.db, { user: scene.customer, kind: 'png' });
  await api.db.updateTable('attachments').set({ visibility }).where('id', '=', id).execute();
  return id;
};

describe('somebody else’s file', () => {
  it('goes into no record of a person whom a role limits, unless it is public', async () => {
    const person = await buildMember(api.db, 'content');

    for (const visibility of ['private', 'new'] as const) {
      const { status, body } = await made(person, await upload(visibility));
      expect([visibility, status, body.errors]).toEqual([visibility, 422, { image: ['error-file-missing'] }]);
    }
    expect((await made(person, await upload('public'))).status).toBe(201);
    expect((await made(scene.super_admin, await upload('new'))).status).toBe(201);
  });

  it('is removed by full administrators alone', async () => {
    const person = await buildMember(api.db, 'content');
    const id = await upload('new');

    expect((await api.request(person, 'DELETE', `attachments/${id}`)).status).toBe(404);
    expect((await api.request(scene.super_admin, 'DELETE', `attachments/${id}`)).status).toBe(200);
  });
});
