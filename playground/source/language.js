// How the editor reads the language: words, numbers, comments. Keywords and operators in words, with
// their colours, come from the module's own tables, so both vocabularies are always complete.

import { StreamLanguage } from "@codemirror/language";

const WORD = /^[\p{L}_][\p{L}\p{N}_]*/u;
const NUMBER = /^(\d+(\.\d+)?([eE][+-]?\d+)?)/;
const OPERATOR = /^(<=|>=|==|!=|\+=|-=|\*=|[-+*/^=<>≤≥≠⊕@←∞]|\.\.\.?)/;

/** The language with these keywords, each with the name of its tag, and these functions. */
export function language(keywords, functions) {
  const tags = new Map(Object.entries(keywords));
  const builtIn = new Set(functions);
  return StreamLanguage.define({
    name: "pram",
    languageData: {
      commentTokens: { line: "//" },
      closeBrackets: { brackets: ["(", "[", '"'] },
      wordChars: "_",
    },
    startState: () => ({ inComment: false }),
    token(stream, state) {
      if (state.inComment) {
        state.inComment = !stream.skipTo("*/") || !stream.match("*/");
        if (state.inComment) stream.skipToEnd();
        return "comment";
      }
      if (stream.eatSpace()) return null;
      if (stream.match("//")) {
        stream.skipToEnd();
        return "comment";
      }
      if (stream.match("/*")) {
        state.inComment = true;
        return "comment";
      }
      if (stream.match(/^"[^"]*"?/)) return "string";
      if (stream.match(NUMBER)) return "number";
      const word = stream.match(WORD);
      if (word) {
        if (tags.has(word[0])) return tags.get(word[0]);
        if (builtIn.has(word[0])) return "variableName.standard";
        return stream.match(/^\s*\(/, false) ? "variableName.function" : "variableName";
      }
      if (stream.match(OPERATOR)) return "operator";
      stream.next();
      return null;
    },
  });
}
