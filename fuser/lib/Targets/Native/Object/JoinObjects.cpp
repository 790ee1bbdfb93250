// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work of `ld -r` for the objects that NativeObject.cpp writes: their sections one after the other, one symbol
// table.
#include "JoinObjects.h"

#include "Support/FuseError.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using Elf = object::ELF64LEFile;
using Header = object::ELF64LE::Ehdr;
using Section = object::ELF64LE::Shdr;
using Symbol = object::ELF64LE::Sym;
using Relocation = object::ELF64LE::Rela;

namespace syclfuse::fuser {
namespace {

constexpr StringLiteral StackNote = ".note.GNU-stack";

Error wrong(const Twine &What) { return fuseError(diag::internal_error, {("native object: " + What).str()}); }

class StringTable {
public:
  uint32_t add(StringRef Text) {
    auto [Entry, New] = Offsets.try_emplace(Text, Bytes.size());
    if (New)
      Bytes += Text.str() + '\0';
    return Entry->second;
  }
  const std::string &bytes() const { return Bytes; }

private:
  std::string Bytes = std::string(1, '\0');
  StringMap<uint32_t> Offsets{{{"", 0}}};
};

// A symbol of the output. Its section is an index there, as wide as needed.
struct JoinedSymbol {
  Symbol Entry;
  uint32_t Section = 0;

  bool isDefined() const { return Entry.st_shndx != ELF::SHN_UNDEF; }
};

class Joiner {
public:
  explicit Joiner(ArrayRef<std::string> Local) {
    for (const std::string &Name : Local)
      LocalNames.insert(Name);
    addSection(Section{}, "", "");
  }

  Error add(StringRef Object) {
    Copies.push_back(MemoryBuffer::getMemBufferCopy(Object)); // aligned
    Expected<Elf> File = Elf::create(Copies.back()->getBuffer());
    if (!File)
      return wrong(toString(File.takeError()));
    if (File->getHeader().e_type != ELF::ET_REL || File->getHeader().e_machine != ELF::EM_X86_64)
      return wrong("it is no relocatable one for x86-64");
    if (Error E = addSections(*File))
      return E;
    for (const Section &S : cantFail(File->sections()))
      if (S.sh_type == ELF::SHT_SYMTAB)
        if (Error E = addSymbols(*File, S))
          return E;
    return Error::success();
  }

  Expected<SmallVector<char, 0>> finish() {
    numberSymbols();
    for (const PendingRelocations &P : Pending)
      if (Error E = relocate(P))
        return std::move(E);
    return write();
  }

private:
  struct PendingRelocations {
    size_t Section; // of the output
    size_t Object;
  };

  size_t addSection(Section S, StringRef Name, StringRef Bytes) {
    S.sh_name = Names.add(Name);
    Sections.push_back(S);
    Contents.push_back(Bytes.str());
    return Sections.size() - 1;
  }

  Error addSections(const Elf &File) {
    Expected<ArrayRef<Section>> All = File.sections();
    if (!All)
      return wrong(toString(All.takeError()));
    std::vector<uint32_t> &Map = SectionMaps.emplace_back(All->size());
    for (auto [I, S] : enumerate(*All)) {
      Expected<StringRef> Name = File.getSectionName(S);
      if (!Name)
        return wrong(toString(Name.takeError()));
      Expected<bool> Kept = isKept(S, *Name);
      if (!Kept)
        return Kept.takeError();
      if (!*Kept)
        continue;
      ArrayRef<uint8_t> Bytes;
      if (S.sh_type != ELF::SHT_NOBITS)
        if (Error E = File.getSectionContents(S).moveInto(Bytes))
          return wrong(toString(std::move(E)));
      Map[I] = addSection(S, *Name, toStringRef(Bytes));
    }
    for (auto [I, S] : enumerate(*All))
      if (Map[I] && S.sh_type == ELF::SHT_RELA) {
        if (S.sh_info >= Map.size() || !Map[S.sh_info] || Contents[Map[I]].size() % sizeof(Relocation))
          return wrong("malformed relocations");
        Sections[Map[I]].sh_info = Map[S.sh_info];
        Pending.push_back({Map[I], SectionMaps.size() - 1});
      }
    return Error::success();
  }

  // Tables are made anew. That the stack is not to be executed is said once.
  Expected<bool> isKept(const Section &S, StringRef Name) {
    switch (S.sh_type) {
    case ELF::SHT_NULL:
    case ELF::SHT_SYMTAB:
    case ELF::SHT_STRTAB:
      return false;
    case ELF::SHT_PROGBITS:
    case ELF::SHT_NOBITS:
    case ELF::SHT_RELA:
    case ELF::SHT_INIT_ARRAY:
    case ELF::SHT_FINI_ARRAY:
    case ELF::SHT_X86_64_UNWIND:
      break;
    default:
      return wrong("a section of type " + Twine(S.sh_type));
    }
    if (S.sh_flags & (ELF::SHF_GROUP | ELF::SHF_LINK_ORDER))
      return wrong("a section that depends on others");
    if (Name == StackNote)
      return !std::exchange(HasStackNote, true);
    return S.sh_size != 0 || Name != ".text"; // every function has a section of its own
  }

  Error addSymbols(const Elf &File, const Section &Table) {
    Expected<ArrayRef<Symbol>> All = File.symbols(&Table);
    Expected<StringRef> Strings = File.getStringTableForSymtab(Table);
    if (!All || !Strings)
      return wrong(toString(joinErrors(All.takeError(), Strings.takeError())));
    std::vector<size_t> &Map = SymbolMaps.emplace_back(All->size());
    for (auto [I, S] : enumerate(*All)) {
      if (I == 0)
        continue;
      Expected<StringRef> Name = S.getName(*Strings);
      if (!Name)
        return wrong(toString(Name.takeError()));
      if (Error E = addSymbol(S, *Name).moveInto(Map[I]))
        return E;
    }
    return Error::success();
  }

  // The index in Symbols.
  Expected<size_t> addSymbol(const Symbol &S, StringRef Name) {
    JoinedSymbol New{S};
    if (New.isDefined() && S.st_shndx != ELF::SHN_ABS) {
      const std::vector<uint32_t> &Map = SectionMaps.back();
      if (S.st_shndx >= Map.size() || !Map[S.st_shndx])
        return wrong("a symbol without section");
      New.Section = Map[S.st_shndx];
    }
    New.Entry.st_name = Strings.add(Name);
    if (S.getBinding() != ELF::STB_LOCAL)
      return resolve(New, Name);
    // The name of the module, which is the same in all.
    if (S.getType() == ELF::STT_FILE && std::exchange(HasFile, true))
      return 0;
    Symbols.push_back(New);
    return Symbols.size() - 1;
  }

  Expected<size_t> resolve(const JoinedSymbol &New, StringRef Name) {
    auto [Known, IsNew] = Globals.try_emplace(Name, Symbols.size());
    if (IsNew) {
      Symbols.push_back(New);
      return Known->second;
    }
    JoinedSymbol &Old = Symbols[Known->second];
    const bool Replaces =
        New.isDefined() &&
        (!Old.isDefined() || (Old.Entry.getBinding() == ELF::STB_WEAK && New.Entry.getBinding() != ELF::STB_WEAK));
    if (New.isDefined() && Old.isDefined() && New.Entry.getBinding() != ELF::STB_WEAK && !Replaces)
      return wrong("'" + Name + "' is defined twice");
    const uint8_t Visibility = std::max(Old.Entry.getVisibility(), New.Entry.getVisibility());
    if (Replaces)
      Old = New;
    Old.Entry.setVisibility(Visibility); // only default and hidden ones occur
    return Known->second;
  }

  // Local symbols come first.
  void numberSymbols() {
    Numbers.resize(Symbols.size());
    for (const StringMapEntry<size_t> &G : Globals)
      if (JoinedSymbol &S = Symbols[G.second]; S.isDefined() && LocalNames.contains(G.first())) {
        S.Entry.setBinding(ELF::STB_LOCAL);
        S.Entry.setVisibility(ELF::STV_DEFAULT);
      }
    for (bool IsLocal : {true, false}) {
      for (size_t I = 0; I != Symbols.size(); ++I)
        if ((Symbols[I].Entry.getBinding() == ELF::STB_LOCAL) == IsLocal) {
          Numbers[I] = Order.size();
          Order.push_back(I);
        }
      if (IsLocal)
        FirstGlobal = Order.size();
    }
  }

  Error relocate(const PendingRelocations &P) {
    std::string &Bytes = Contents[P.Section];
    const std::vector<size_t> &Map = SymbolMaps[P.Object];
    for (size_t At = 0; At != Bytes.size(); At += sizeof(Relocation)) {
      Relocation R;
      memcpy(&R, Bytes.data() + At, sizeof(R));
      const uint32_t Old = R.getSymbol(false);
      if (Old >= Map.size() || (Old && !Map[Old]))
        return wrong("a relocation without symbol");
      R.setSymbolAndType(Numbers[Map[Old]], R.getType(false), false);
      memcpy(Bytes.data() + At, &R, sizeof(R));
    }
    return Error::success();
  }

  void addTables() {
    std::string Table, Wide;
    bool IsWide = false;
    for (size_t I : Order) {
      JoinedSymbol &S = Symbols[I];
      const bool NeedsWide = S.Section >= ELF::SHN_LORESERVE;
      if (S.Section)
        S.Entry.st_shndx = NeedsWide ? uint32_t(ELF::SHN_XINDEX) : S.Section;
      IsWide |= NeedsWide;
      Table.append(reinterpret_cast<const char *>(&S.Entry), sizeof(S.Entry));
      support::ulittle32_t Index(NeedsWide ? S.Section : 0);
      Wide.append(reinterpret_cast<const char *>(&Index), sizeof(Index));
    }
    const size_t SymbolTable = addSection(table(ELF::SHT_SYMTAB, 8, sizeof(Symbol)), ".symtab", Table);
    if (IsWide) {
      size_t Extra = addSection(table(ELF::SHT_SYMTAB_SHNDX, 4, 4), ".symtab_shndx", Wide);
      Sections[Extra].sh_link = SymbolTable;
    }
    Sections[SymbolTable].sh_info = FirstGlobal;
    Sections[SymbolTable].sh_link = addSection(table(ELF::SHT_STRTAB, 1, 0), ".strtab", Strings.bytes());
    for (const PendingRelocations &P : Pending)
      Sections[P.Section].sh_link = SymbolTable;
    Names.add(".shstrtab");
    addSection(table(ELF::SHT_STRTAB, 1, 0), ".shstrtab", Names.bytes());
  }

  static Section table(uint32_t Type, uint64_t Align, uint64_t EntrySize) {
    Section S{};
    S.sh_type = Type;
    S.sh_addralign = Align;
    S.sh_entsize = EntrySize;
    return S;
  }

  SmallVector<char, 0> write() {
    addTables();
    SmallVector<char, 0> Out(sizeof(Header));
    for (auto [S, Bytes] : drop_begin(zip_equal(Sections, Contents))) {
      Out.resize(alignTo(Out.size(), std::max<uint64_t>(S.sh_addralign, 1)));
      S.sh_offset = Out.size();
      if (S.sh_type != ELF::SHT_NOBITS)
        S.sh_size = Bytes.size();
      Out.append(Bytes.begin(), Bytes.end());
    }
    Out.resize(alignTo(Out.size(), 8));
    Header H = header(Out.size());
    memcpy(Out.data(), &H, sizeof(H));
    auto *Table = reinterpret_cast<const char *>(Sections.data());
    Out.append(Table, Table + Sections.size() * sizeof(Section));
    return Out;
  }

  // Numbers that are too large for the header stand in section 0.
  Header header(uint64_t SectionTable) {
    Header H{};
    memcpy(H.e_ident, ELF::ElfMagic, strlen(ELF::ElfMagic));
    H.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
    H.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
    H.e_ident[ELF::EI_VERSION] = ELF::EV_CURRENT;
    H.e_version = ELF::EV_CURRENT;
    H.e_type = ELF::ET_REL;
    H.e_machine = ELF::EM_X86_64;
    H.e_ehsize = sizeof(Header);
    H.e_shentsize = sizeof(Section);
    H.e_shoff = SectionTable;
    const size_t Count = Sections.size(), Last = Count - 1;
    if (Count < ELF::SHN_LORESERVE) {
      H.e_shnum = Count;
      H.e_shstrndx = Last;
    } else {
      Sections[0].sh_size = Count;
      Sections[0].sh_link = Last;
      H.e_shstrndx = ELF::SHN_XINDEX;
    }
    return H;
  }

  StringSet<> LocalNames;
  StringTable Names, Strings; // of sections, of symbols
  std::vector<Section> Sections;
  std::vector<std::string> Contents; // of each
  std::vector<JoinedSymbol> Symbols = {JoinedSymbol{}};
  StringMap<size_t> Globals;          // indices in Symbols
  std::vector<size_t> Order, Numbers; // of the output; Numbers[Order[I]] == I
  size_t FirstGlobal = 0;
  // For each object, from its indices to those here; 0: left out.
  std::vector<std::vector<uint32_t>> SectionMaps;
  std::vector<std::vector<size_t>> SymbolMaps;
  std::vector<PendingRelocations> Pending;
  std::vector<std::unique_ptr<MemoryBuffer>> Copies;
  bool HasStackNote = false, HasFile = false;
};
} // namespace

Expected<SmallVector<char, 0>> joinNativeObjects(ArrayRef<StringRef> Objects, ArrayRef<std::string> Local) {
  Joiner J(Local);
  for (StringRef Object : Objects)
    if (Error E = J.add(Object))
      return std::move(E);
  return J.finish();
}

} // namespace syclfuse::fuser
