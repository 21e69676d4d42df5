// Korean particles that depend on the last letter: 로/으로, 을/를, 이/가, 은/는.
const particles = { 로: ['로', '으로'], 를: ['를', '을'], 가: ['가', '이'], 는: ['는', '은'] } as const;

/** `withParticle('선물', '로')` → `선물로`; `withParticle('지갑', '로')` → `지갑으로`. */
export function withParticle(word: string, particle: keyof typeof particles): string {
  const code = word.charCodeAt(word.length - 1) - 0xac00;
  const final = code >= 0 && code < 11_172 ? code % 28 : 0;
  // 로 follows ㄹ (8) as it follows a vowel.
  const isOpen = final === 0 || (particle === '로' && final === 8);
  return word + particles[particle][isOpen ? 0 : 1];
}
