// Whoever could be read for the operators is refused; names that only have such letters within are not.
import { describe, expect, it } from 'vitest';
import { isReserved, skeletonOf } from './reserved-names.ts';

const site = { name: { ko: '한옥거래소', en: 'Hanok Exchange' }, code: 'hanok', hosts: ['www.hanok.example', 'hanok.localhost'] };

describe('reserved names', () => {
  it.each([
    'admin',
    'Admin',
    'ADMIN_',
    'admin1',
    '00admin',
    'adm1n',
    'admln',
    'a-d-m-i-n',
    'adminkim',
    'my_admin',
    'adrnin',
    '4dmin',
    'root',
    'support',
    'supp0rt',
    'operator7',
    'system',
    'official',
    'official_kr',
    'cs',
    'cs24',
    'gm',
    '관리자',
    '운영자',
    '관리자1',
    '총관리자',
    '관 리 자',
    '관_리_자',
    '운영팀장',
    '고객센터',
    '공식',
    '어드민',

    'аdmin',
    'аԁміո',
    'ａｄｍｉｎ',
    '𝐚𝐝𝐦𝐢𝐧',
    'ⓐⓓⓜⓘⓝ',
    'ᴀᴅᴍɪɴ',
    'ádmìn',
    'ad\u200bmin',
    '관리자\u3164',
    '관\u200b리자',
    '관리자',
    'αdmin',
    'sуѕtem',
    '한옥거래소',
    'hanok',
    'HANOK',
    'h4nok',
    'hаnоk',
    'hanok_team',
    '한옥거래소공식',
    'hanoksupport',
    'cs-hanok',
    'hanok.1',

    'ㄱㅘㄴㄹㅣㅈㅏ',
    '관ㄹㅣ자',
    '관리쟈',
    '운엉짜',
    '윤영자',
    '윤영팀',
    '管理者',
    '관리者',
    '運營者',
    'ΑDΜΙΝ',
    'ᎪᎠᎷᏆΝ',
    'ᗩᗪᗰIᑎ',
    'ꓮꓓꓟꓲꓠ',
    'aclmin',
    'cs팀',
    'CS센터',
    '보안팀',
    '지원팀',
    '운영지원',
    '고객쎈터',
    '고객센타',
    '대표',
    '매니저',
    '오피셜',
    'support_kr',
    'hanok_kr',
    '한옥거래소지원팀',
    'ceo',
    'owner',
    'Owner-1',
    'ownerteam',
  ])('%s', (name) => {
    expect(isReserved(site, name)).toBe(true);
  });

  it.each([
    'badminton',
    'adam',
    'minad',
    'teamwork',
    'helper',
    'servicio',
    'rooty',
    'csgo',
    'mastermind',
    'homeowner',
    'ownerkim',
    'oceo',
    'bosco',
    'alice',
    'demo1',
    '마루지기',
    '대청',
    '관리비',
    '자산관리',
    '한옥마을',
    '한옥',
    '김관리',
    '팀장',
    'hanokfan',
    '고객님',
    '부산',
    '센터장',
    '대표곰',
    '지원',
    '지원이',
    'korea',
    'dan',
    'Ωmega',
    'Иван',
    '東京',
    '윤영',
    '윤영22',
    '윤영진',
    '뽀얀',
  ])('%s is free', (name) => {
    expect(isReserved(site, name)).toBe(false);
  });

  it('of another site the name is free', () =>
    expect(isReserved({ ...site, name: { ko: '마루', en: 'Maru' }, code: 'maru', hosts: [] }, 'hanok')).toBe(false));

  it('what people are called is not free where the site is called so', () => {
    const own = (ko: string) => isReserved({ ...site, name: { ko, en: 'Hanok' } }, '뽀얀');
    expect([own('뽀얀'), own('한옥')]).toEqual([true, false]);
  });

  it('what looks alike is one', () => {
    expect(new Set(['admin', 'ADMIN', 'adm1n', 'аdmin', 'ａｄｍｉｎ', 'a_d.m-i n'].map(skeletonOf)).size).toBe(1);
  });
});
