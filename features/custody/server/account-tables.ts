// A table of names: chains that pay only whom they know already are asked by the watcher, for whoever wants to know.
export const accountTables = `
-- Whether there is an account of this name. looked_ms: which question was answered, by its asked_ms; a day later both are forgotten.
CREATE TABLE custody_account (
  chain text NOT NULL,
  name text NOT NULL,
  asked_ms bigint NOT NULL,
  looked_ms bigint,
  is_there boolean,
  PRIMARY KEY (chain, name)
);
CREATE INDEX custody_account_asked ON custody_account (chain, asked_ms) WHERE looked_ms IS NULL OR looked_ms < asked_ms;
`;
