// The withdrawal password under many calls at once, over real HTTP (protection.test.ts has the rest of it).
import { expect, test } from 'vitest';
import { guardedServer, PASSWORD } from '../testing/guarded-server.ts';

const { post, newMember } = guardedServer();
const SET = '/api/player/update_withdraw_password';

test('many calls at once with the right withdrawal password are no wrong tries', async () => {
  const auth = await newMember('purse4');
  await post(SET, { password: '480213', loginPassword: PASSWORD }, auth);
  const weak = () => post(SET, { prevPassword: '480213', password: '111111' }, auth);
  const answers = await Promise.all(Array.from({ length: 12 }, weak));
  expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'WITHDRAW_PASSWORD_WEAK'));
});
