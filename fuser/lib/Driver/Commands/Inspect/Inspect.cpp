// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inspect.h"
#include "Driver/Input/DeviceInput.h"
#include "Driver/Input/ManifestInput.h"
#include "Driver/Input/RelativePaths.h"
#include "Driver/Output/BuildMessages.h"
#include "Driver/Process/CrashScope.h"
#include "Driver/Process/DiagnosticCollector.h"

#include "Driver/Driver.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace llvm;

namespace syclfuse::fuser {

std::vector<std::string> flagNames(uint32_t Flags) {
  std::vector<std::string> Names;
  for (auto [Flag, Name] : {std::pair(bundle::variant_linear, "linear"),
                            {bundle::variant_internalized, "internalized"},
                            {bundle::variant_has_barriers, "barriers"},
                            {bundle::variant_exact_arch, "exact_arch"},
                            {bundle::variant_heterogeneous, "heterogeneous"},
                            {bundle::variant_by_rows, "by_rows"},
                            {bundle::variant_promised, "promised"},
                            {bundle::variant_unprofitable, "unprofitable"},
                            {bundle::variant_asked_for, "asked_for"}})
    if (Flags & Flag)
      Names.push_back(Name);
  return Names;
}

std::vector<uint64_t> syclOrder(const uint64_t (&Sizes)[3], unsigned Dims) {
  return {std::make_reverse_iterator(Sizes + Dims), std::make_reverse_iterator(Sizes + 0)};
}

namespace {
class Inspector {
public:
  explicit Inspector(diagnostics &Diags) : Diags(Diags) {}

  bool inspect(const std::string &Path, InspectedFile &Out) {
    Out.Path = Path;
    std::unique_ptr<MemoryBuffer> Buffer = readInput(Path, Diags);
    if (!Buffer)
      return false;
    switch (classify(*Buffer)) {
    case FileKind::Bundle:
      return addBundles(Buffer->getBuffer(), Out);
    case FileKind::Json:
      Out.Manifest = manifest::read_file(Path, Diags);
      return Out.Manifest.has_value();
    case FileKind::Elf:
    case FileKind::Archive:
      if (!addBundleSections(*Buffer, Out) || !addImages(*Buffer, Out))
        return false;
      if (!Out.Bundles.empty() || !Out.Images.empty())
        return true;
      return unreadable(Path, "it contains neither a bundle nor device code");
    default:
      return addImages(*Buffer, Out);
    }
  }

private:
  bool unreadable(const std::string &Path, const std::string &Why) {
    Diags.add(diag::input_unreadable, "", 0, 0, {Path, Why});
    return false;
  }

  bool unreadable(const std::string &Path, Error E) { return unreadable(Path, toString(std::move(E))); }

  // The bundles of a linked program follow each other in one section, each padded to 8 bytes.
  bool addBundles(StringRef Bytes, InspectedFile &Out) {
    while (!Bytes.empty()) {
      auto Owned = std::make_unique<OwnedBundle>();
      Owned->Storage.resize((Bytes.size() + 7) / 8);
      std::memcpy(Owned->Storage.data(), Bytes.data(), Bytes.size());
      bundle::open_error E = bundle::view::open(Owned->Storage.data(), Bytes.size(), Owned->View);
      if (E != bundle::open_error::none)
        return unreadable(Out.Path, std::string("its bundle is damaged: ") + bundle::to_string(E));
      uint64_t Size = alignTo(Owned->View.total_size(), 8);
      Out.Bundles.push_back(std::move(Owned));
      Bytes = Bytes.drop_front(std::min<uint64_t>(Size, Bytes.size()));
    }
    return true;
  }

  bool addBundleSections(MemoryBufferRef Buffer, InspectedFile &Out) {
    if (classify(Buffer) == FileKind::Archive)
      return addArchive(Buffer, Out);
    Expected<std::unique_ptr<object::ObjectFile>> Object = object::ObjectFile::createELFObjectFile(Buffer);
    if (!Object)
      return unreadable(Out.Path, Object.takeError());
    for (const object::SectionRef &Section : (*Object)->sections()) {
      Expected<StringRef> Name = Section.getName();
      if (!Name)
        return unreadable(Out.Path, Name.takeError());
      if (*Name != bundle::section_name && *Name != MessagesSection)
        continue;
      Expected<StringRef> Contents = Section.getContents();
      if (!Contents)
        return unreadable(Out.Path, Contents.takeError());
      if (*Name == bundle::section_name ? !addBundles(*Contents, Out) : !addMessages(*Contents, Out))
        return false;
    }
    return true;
  }

  bool addMessages(StringRef Lines, InspectedFile &Out) {
    return decodeMessages(Lines, Out.Messages) || unreadable(Out.Path, "the messages of its build are damaged");
  }

  bool addArchive(MemoryBufferRef Buffer, InspectedFile &Out) {
    Expected<std::unique_ptr<object::Archive>> Archive = object::Archive::create(Buffer);
    if (!Archive)
      return unreadable(Out.Path, Archive.takeError());
    Error E = Error::success();
    bool Ok = true;
    for (const object::Archive::Child &Child : (*Archive)->children(E)) {
      Expected<MemoryBufferRef> Member = Child.getMemoryBufferRef();
      if (!Member)
        Ok = unreadable(Out.Path, Member.takeError());
      else if (classify(*Member) == FileKind::Elf)
        Ok = addBundleSections(*Member, Out);
      if (!Ok)
        break;
    }
    if (E)
      return unreadable(Out.Path, std::move(E));
    return Ok;
  }

  // Those in the objects; what lies beside them has a name of its own.
  bool addManifests(ArrayRef<DeviceImage> Images, InspectedFile &Out) {
    for (const DeviceImage &Image : Images)
      for (const std::string &Text : Image.Manifests) {
        std::optional<manifest::document> Document = readManifest({Image.displayName(), Text}, Diags);
        if (!Out.Manifest)
          Out.Manifest.emplace();
        if (!Document || !manifest::merge(*Out.Manifest, *Document, Image.displayName(), Diags))
          return false;
      }
    return true;
  }

  bool addImages(MemoryBufferRef Buffer, InspectedFile &Out) {
    std::vector<DeviceImage> Images;
    if (!collectDeviceImages(Buffer, Out.Path, "", SpirvReader(), Images, Diags) || !addManifests(Images, Out))
      return false;
    for (const DeviceImage &Image : Images) {
      LLVMContext Context;
      DiagnosticCollector Collector(Context, Diags);
      std::unique_ptr<Module> M = parseDeviceImage(Image, Context, Diags);
      if (!M)
        return false;
      DeviceImageInfo Info{Image.displayName(), M->getTargetTriple().str(), {}};
      for (const Function &F : *M) {
        if (F.isDeclaration() || F.getCallingConv() != CallingConv::SPIR_KERNEL)
          continue;
        const DISubprogram *SP = F.getSubprogram();
        Info.Kernels.push_back(
            {F.getName().str(), SP && SP->getFile() ? sourcePath(*SP->getFile(), *M) : "", SP ? SP->getLine() : 0});
      }
      Out.Images.push_back(std::move(Info));
    }
    return true;
  }

  diagnostics &Diags;
};
} // namespace

bool inspectFile(const std::string &Path, InspectedFile &Out, diagnostics &Diags) {
  return Inspector(Diags).inspect(Path, Out);
}

ExitCode inspect(const InspectOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  diagnostics Diags;
  std::vector<InspectedFile> Files;
  bool Ok = true;
  for (const std::string &Path : Options.Inputs) {
    InspectedFile File;
    if (inspectFile(Path, File, Diags))
      Files.push_back(std::move(File));
    else
      Ok = false;
  }
  if (Options.JSON)
    printJSON(Files, Out);
  else
    for (const InspectedFile &File : Files)
      printText(File, Out);
  Out.flush();
  Err << Diags.format();
  return Ok ? ExitOk : ExitUserError;
}

} // namespace syclfuse::fuser
